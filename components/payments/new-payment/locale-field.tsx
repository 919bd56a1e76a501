'use client';
// react-hook-form keeps one object and registers fields while rendering; memoised, a field would miss a reset.
'use no memo';

import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { isListedLocale, localeChoices } from '#lib/payments/create/model/locale.ts';
import type { PaymentFormApi } from './price-fields.tsx';

const other = 'other';
const choices = [...localeChoices, { value: other, label: tNewPayment('locale.other') }];

/** Selects the language of the checkout: a listed one, or any tag that §2.2 allows, sent unchanged. */
export function LocaleField({ form, locale }: { form: PaymentFormApi; locale: string }) {
  const [isTyping, setTyping] = useState(false);
  const { errors } = useFormState({ control: form.control });
  const error = errors.locale?.message;
  const hasOwnTag = isTyping || !isListedLocale(locale);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={tNewPayment('locale.label')}
        choices={choices}
        value={hasOwnTag ? other : locale}
        onChange={(event) => {
          const { value } = event.target;
          setTyping(value === other);
          if (value !== other) form.setValue('locale', value, { shouldValidate: true, shouldDirty: true });
        }}
        help={tNewPayment('locale.help')}
        error={hasOwnTag ? undefined : error}
      />
      {hasOwnTag && (
        <TextField
          {...form.register('locale')}
          label={tNewPayment('locale.tag')}
          autoComplete="off"
          spellCheck={false}
          mono
          help={tNewPayment('locale.tagHelp')}
          error={error}
        />
      )}
    </div>
  );
}
