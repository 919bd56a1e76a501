'use client';

import { useState } from 'react';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import type { AmountRange } from '#lib/lists/model/amount-filter.ts';
import { readAmounts, readBound, writeAmounts } from '#lib/lists/model/amount-filter.ts';
import { tListFiltersPanel } from '#lib/messages/list-filters-panel.ts';

function findProblem(text: string, signed: boolean): string | undefined {
  if (text === '' || readBound(text, signed) !== null) return undefined;
  return tListFiltersPanel(signed ? 'amount.invalidSigned' : 'amount.invalid');
}

/** Filters by an inclusive range in one currency. Amounts stay text, so no digit is lost. */
export function AmountFilter({
  range,
  currencies,
  defaultCurrency,
  signed,
  onChange,
}: {
  range: AmountRange | null;
  currencies: readonly string[];
  /** The currency of another filter, else the one that every amount is reported in. */
  defaultCurrency: string | undefined;
  /** Amounts may be negative. */
  signed: boolean;
  onChange: (address: string | null) => void;
}) {
  const [currency, setCurrency] = useState(range?.currency ?? defaultCurrency ?? currencies[0] ?? '');
  const [from, setFrom] = useState<string>(range?.from ?? '');
  const [to, setTo] = useState<string>(range?.to ?? '');
  const show = (next: AmountRange | null) => {
    if (next) setCurrency(next.currency);
    setFrom(next?.from ?? '');
    setTo(next?.to ?? '');
  };
  const filtered = range && writeAmounts(range);
  const [lastFilter, setLastFilter] = useState(filtered);
  // Follows every change of the address, from this form or from a link.
  if (lastFilter !== filtered) {
    setLastFilter(filtered);
    show(range);
  }
  const errors = { from: findProblem(from, signed), to: findProblem(to, signed) };
  // A link may filter by a code that the interface does not list.
  const codes = currencies.includes(currency) ? currencies : [currency, ...currencies];
  const apply = () => {
    if (errors.from || errors.to) return;
    const read = readAmounts(`${currency}:${from}..${to}`, signed);
    // Reading a range puts its ends in order.
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
          label={tListFiltersPanel('amount.currency')}
          choices={codes.map((code) => ({ value: code, label: code }))}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
        />
      )}
      <AmountField
        label={tListFiltersPanel('amount.atLeast')}
        unit={currency}
        value={from}
        error={errors.from}
        onChange={(event) => setFrom(event.target.value.trim())}
      />
      <AmountField
        label={tListFiltersPanel('amount.atMost')}
        unit={currency}
        value={to}
        error={errors.to}
        onChange={(event) => setTo(event.target.value.trim())}
      />
      <Button type="submit" size="sm" variant="primary" className="self-start">
        {tListFiltersPanel('amount.submit')}
      </Button>
    </form>
  );
}
