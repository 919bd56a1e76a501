'use client';
// react-hook-form keeps one object and registers fields while rendering; memoised, a field would miss a reset.
'use no memo';

import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { isListedLocale, localeChoices } from '#lib/payments/create/model/locale.ts';
import type { PaymentFormApi } from './price-fields.tsx';

const other = 'other';
const choices = [...localeChoices, { value: other, label: 'Another tag' }];

/** The language of the checkout: from the list, or any tag that §2.2 allows, sent as it is written. */
export function LocaleField({ form, locale }: { form: PaymentFormApi; locale: string }) {
  const [typing, setTyping] = useState(false);
  const { errors } = useFormState({ control: form.control });
  const error = errors.locale?.message;
  const own = typing || !isListedLocale(locale);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Locale"
        choices={choices}
        value={own ? other : locale}
        onChange={(event) => {
          const { value } = event.target;
          setTyping(value === other);
          if (value !== other) form.setValue('locale', value, { shouldValidate: true, shouldDirty: true });
        }}
        error={own ? undefined : error}
      />
      {own && (
        <TextField
          {...form.register('locale')}
          label="Language tag"
          autoComplete="off"
          spellCheck={false}
          mono
          help="Such as en-AU or es_AR."
          error={error}
        />
      )}
    </div>
  );
}
