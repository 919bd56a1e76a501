'use client';

import { useState } from 'react';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import type { LocaleChoices } from '#lib/payments/create/model/locale.ts';
import type { PaymentFields } from './use-payment-fields.ts';

const other = 'other';

/** Selects the language of the checkout: a listed one, or any tag that §2.2 allows, sent unchanged. */
export function LocaleField({
  form,
  locale,
  locales,
}: {
  form: PaymentFields;
  locale: string;
  /** The listed languages. */
  locales: LocaleChoices;
}) {
  const [isTyping, setTyping] = useState(false);
  const { error, ...field } = form.field('locale');
  const isListed = locales.some(({ choices }) => choices.some(({ value }) => value === locale));
  const hasOwnTag = isTyping || !isListed;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={tNewPayment('locale.label')}
        choices={[...locales, { value: other, label: tNewPayment('locale.other') }]}
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
