'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Select } from '#components/ui/select.tsx';
import { limitCurrencies } from '#lib/creation-limits/model.ts';
import { tCreationLimits } from '#lib/messages/creation-limits.ts';
import { readTypedLimit } from './typed-limit.ts';

const emptyFields = { currency: 'EUR', amount: '' };
const currencyChoices = limitCurrencies.map((code) => ({ value: code, label: code }));

/** The form for a new limit of one currency, opened by an owner. */
export function LimitForm({
  businessId,
  isPending,
  error,
  onError,
  onSet,
}: {
  businessId: string;
  isPending: boolean;
  error: string | undefined;
  onError: (error: string) => void;
  /** Returns whether the limit was set or proposed. */
  onSet: (currency: string, amount: string) => Promise<boolean>;
}) {
  const { locale } = useLocaleSettings();
  const [fields, setFields] = useState(emptyFields);
  const { currency, amount } = fields;
  const draft = useDraft({
    businessId,
    form: 'creation-limit',
    subject: 'new-limit',
    values: fields,
    initial: emptyFields,
    fill: (kept) =>
      setFields({
        currency: limitCurrencies.find((code) => code === kept['currency']) ?? emptyFields.currency,
        amount: kept['amount'] ?? '',
      }),
  });
  const set = async () => {
    const typed = readTypedLimit(amount, currency, locale);
    if ('problem' in typed) return onError(typed.problem);
    if (await onSet(currency, typed.amount)) draft.sent();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void set();
      }}
    >
      <Select
        label={tCreationLimits('currency')}
        choices={currencyChoices}
        value={currency}
        onChange={(event) => setFields({ ...fields, currency: event.target.value })}
      />
      <AmountField
        label={tCreationLimits('amount')}
        unit={currency}
        value={amount}
        help={tCreationLimits('stricter')}
        error={error}
        onChange={(event) => setFields({ ...fields, amount: event.target.value })}
      />
      <DraftNotice draft={draft} />
      <div>
        <Button type="submit" isPending={isPending}>
          {tCreationLimits('set')}
        </Button>
      </div>
    </form>
  );
}
