'use client';

import { useState } from 'react';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { limitCurrencies } from '#lib/creation-limits/model.ts';
import { tCreationLimits } from '#lib/messages/creation-limits.ts';

const currencyChoices = limitCurrencies.map((code) => ({ value: code, label: code }));

/** The form for a new limit of one currency, opened by an owner. */
export function LimitForm({
  isPending,
  error,
  onError,
  onSet,
}: {
  isPending: boolean;
  error: string | undefined;
  onError: (error: string) => void;
  onSet: (currency: string, amount: string) => Promise<void>;
}) {
  const [currency, setCurrency] = useState('EUR');
  const [amount, setAmount] = useState('');
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (amount.trim() === '') onError(tCreationLimits('problem.amount'));
        else void onSet(currency, amount);
      }}
    >
      <Select
        label={tCreationLimits('currency')}
        choices={currencyChoices}
        value={currency}
        onChange={(event) => setCurrency(event.target.value)}
      />
      <AmountField
        label={tCreationLimits('amount')}
        unit={currency}
        value={amount}
        help={tCreationLimits('stricter')}
        error={error}
        onChange={(event) => setAmount(event.target.value)}
      />
      <div>
        <Button type="submit" isPending={isPending}>
          {tCreationLimits('set')}
        </Button>
      </div>
    </form>
  );
}
