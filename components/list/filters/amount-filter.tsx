'use client';

import { useState } from 'react';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import type { AmountRange } from '#lib/lists/model/amount-filter.ts';
import { readAmounts, readBound, writeAmounts } from '#lib/lists/model/amount-filter.ts';

function problem(text: string, signed: boolean): string | undefined {
  if (text === '' || readBound(text, signed) !== null) return undefined;
  return signed
    ? 'Digits and a point only, such as 49.90, or -0.05 below zero'
    : 'Digits and a point only, such as 49.90';
}

/** From and to in one currency, both included. What was typed stays text: it is never made a number. */
export function AmountFilter({
  range,
  currencies,
  likely,
  signed,
  onChange,
}: {
  range: AmountRange | null;
  currencies: readonly string[];
  /** The currency that is filtered for already, else the one that everything is told in, offered first. */
  likely: string | undefined;
  /** It may lie below zero. */
  signed: boolean;
  onChange: (address: string | null) => void;
}) {
  const [currency, setCurrency] = useState(range?.currency ?? likely ?? currencies[0] ?? '');
  const [from, setFrom] = useState<string>(range?.from ?? '');
  const [to, setTo] = useState<string>(range?.to ?? '');
  const show = (next: AmountRange | null) => {
    if (next) setCurrency(next.currency);
    setFrom(next?.from ?? '');
    setTo(next?.to ?? '');
  };
  const filtered = range && writeAmounts(range);
  const [known, setKnown] = useState(filtered);
  // The address changed: by what was typed here, or by another way.
  if (known !== filtered) {
    setKnown(filtered);
    show(range);
  }
  const errors = { from: problem(from, signed), to: problem(to, signed) };
  // A code that the interface does not name can still be filtered for by its address.
  const codes = currencies.includes(currency) ? currencies : [currency, ...currencies];
  const apply = () => {
    if (errors.from || errors.to) return;
    const read = readAmounts(`${currency}:${from}..${to}`, signed);
    // The ends may stand the other way round than they were typed.
    if (read) show(read);
    const address = read && writeAmounts(read);
    if (address !== filtered) onChange(address);
  };
  return (
    <form
      className="flex flex-col gap-3 px-1 pb-1"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {currencies.length > 1 && (
        <Select
          label="In"
          choices={codes.map((code) => ({ value: code, label: code }))}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
        />
      )}
      <AmountField
        label="At least"
        unit={currency}
        value={from}
        error={errors.from}
        onChange={(event) => setFrom(event.target.value.trim())}
      />
      <AmountField
        label="At most"
        unit={currency}
        value={to}
        error={errors.to}
        onChange={(event) => setTo(event.target.value.trim())}
      />
      <Button type="submit" size="sm" variant="primary" className="self-start">
        Filter
      </Button>
    </form>
  );
}
