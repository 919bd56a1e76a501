'use client';

import { useSearchParams } from 'next/navigation';
import { startTransition, useOptimistic } from 'react';
import { ListSearch } from '#components/list/filters/list-search.tsx';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { tMinimums } from '#lib/messages/minimums.ts';

type Filters = {
  readonly q: string;
  readonly depositCurrency: string;
  readonly amount: string;
  readonly currency: string;
  readonly allCurrencies: boolean;
};
type FilterState = {
  readonly filters: Filters;
  /** Changes filters. Null clears one. */
  readonly change: (changes: Partial<Readonly<Record<keyof Filters, string | null>>>) => void;
};

const noFilters = { q: null, depositCurrency: null, amount: null, currency: null, allCurrencies: null };

function readFilters(address: URLSearchParams): Filters {
  const read = (name: keyof Filters) => address.get(name) ?? '';
  return {
    q: read('q'),
    depositCurrency: read('depositCurrency'),
    amount: read('amount'),
    currency: read('currency'),
    allCurrencies: read('allCurrencies') === 'true',
  };
}

/** Filters in the URL. They don't cause a request. */
export function useMinimumFilters(): FilterState {
  // The router follows the address a moment later than a field must show what is typed.
  const [query, setQuery] = useOptimistic(useSearchParams().toString());
  const change: FilterState['change'] = (changes) =>
    startTransition(() => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      const text = next.toString();
      setQuery(text);
      window.history.replaceState(null, '', text === '' ? window.location.pathname : `?${text}`);
    });
  return { filters: readFilters(new URLSearchParams(query)), change };
}

/** Searches words of the coin and network. */
export function MinimumSearch({ filters: { q }, change }: FilterState) {
  return (
    <ListSearch
      query={{ q: q === '' ? null : q }}
      go={(next) => change({ q: next['q'] ?? null })}
      placeholder={tMinimums('filters.search')}
    />
  );
}

const toCodeChoices = (codes: readonly string[]) => codes.map((code) => ({ value: code, label: code }));

export function MinimumFilters({
  coins,
  currencies,
  canShowAll,
  amountError,
  filters: { q, depositCurrency, amount, currency, allCurrencies },
  change,
}: FilterState & {
  coins: readonly string[];
  currencies: readonly string[];
  canShowAll: boolean;
  amountError: string | undefined;
}) {
  const filtered = q !== '' || depositCurrency !== '' || amount !== '' || currency !== '' || allCurrencies;
  return (
    <div className="flex w-full flex-wrap items-start gap-3">
      <Select
        data-keeps-input
        label={tMinimums('filters.coin')}
        className="w-36"
        choices={toCodeChoices(coins)}
        placeholder={tMinimums('filters.allCoins')}
        value={depositCurrency}
        onChange={(event) => change({ depositCurrency: event.target.value })}
      />
      <AmountField
        label={tMinimums('filters.amount')}
        className="w-40"
        value={amount}
        error={amountError}
        onChange={(event) => change({ amount: event.target.value })}
      />
      <Select
        data-keeps-input
        label={tMinimums('filters.in')}
        className="w-32"
        choices={toCodeChoices(currencies)}
        placeholder={tMinimums('filters.currency')}
        value={currency}
        onChange={(event) => change({ currency: event.target.value })}
      />
      <div className="flex min-h-control items-center gap-4 self-end">
        {canShowAll && (
          <Switch
            label={tMinimums('filters.allCurrencies')}
            checked={allCurrencies}
            onChange={(event) => change({ allCurrencies: event.target.checked ? 'true' : null })}
          />
        )}
        {filtered && (
          <Button variant="quiet" onPress={() => change(noFilters)}>
            {tMinimums('filters.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}
