'use client';

import { useState } from 'react';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { isListedLocale, localeChoices } from '#lib/payments/create/model/locale.ts';
import type { PaymentFields } from './use-payment-fields.ts';

const other = 'other';
const choices = [...localeChoices, { value: other, label: tNewPayment('locale.other') }];

/** Selects the language of the checkout: a listed one, or any tag that §2.2 allows, sent unchanged. */
export function LocaleField({ form, locale }: { form: PaymentFields; locale: string }) {
  const [isTyping, setTyping] = useState(false);
  const { error, ...field } = form.field('locale');
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
          if (value !== other) form.complete({ locale: value });
        }}
        help={tNewPayment('locale.help')}
        error={hasOwnTag ? undefined : error}
      />
      {hasOwnTag && (
        <TextField
          {...field}
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
