'use client';

import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { ListSearch } from '#components/list/filters/list-search.tsx';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { tMinimums } from '#lib/messages/minimums.ts';

const filters = {
  q: parseAsString.withDefault(''),
  depositCurrency: parseAsString.withDefault(''),
  amount: parseAsString.withDefault(''),
  currency: parseAsString.withDefault(''),
  allCurrencies: parseAsBoolean.withDefault(false),
};

/** Filters in the URL. They don't cause a request. */
export function useMinimumFilters() {
  return useQueryStates(filters, { history: 'replace' });
}

/** Searches words of the coin and network. */
export function MinimumSearch() {
  const [{ q }, set] = useMinimumFilters();
  return (
    <ListSearch
      query={{ q: q === '' ? null : q }}
      go={(next) => set({ q: next['q'] ?? null })}
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
}: {
  coins: readonly string[];
  currencies: readonly string[];
  canShowAll: boolean;
  amountError: string | undefined;
}) {
  const [{ q, depositCurrency, amount, currency, allCurrencies }, set] = useMinimumFilters();
  const clear = { q: null, depositCurrency: null, amount: null, currency: null, allCurrencies: null };
  const filtered = q !== '' || depositCurrency !== '' || amount !== '' || currency !== '' || allCurrencies;
  return (
    <div className="flex w-full flex-wrap items-start gap-3">
      <Select
        label={tMinimums('filters.coin')}
        className="w-36"
        choices={toCodeChoices(coins)}
        placeholder={tMinimums('filters.allCoins')}
        value={depositCurrency}
        onChange={(event) => void set({ depositCurrency: event.target.value || null })}
      />
      <AmountField
        label={tMinimums('filters.amount')}
        className="w-40"
        value={amount}
        error={amountError}
        onChange={(event) => void set({ amount: event.target.value || null })}
      />
      <Select
        label={tMinimums('filters.in')}
        className="w-32"
        choices={toCodeChoices(currencies)}
        placeholder={tMinimums('filters.currency')}
        value={currency}
        onChange={(event) => void set({ currency: event.target.value || null })}
      />
      <div className="flex min-h-control items-center gap-4 self-end">
        {canShowAll && (
          <Switch
            label={tMinimums('filters.allCurrencies')}
            checked={allCurrencies}
            onChange={(event) => void set({ allCurrencies: event.target.checked || null })}
          />
        )}
        {filtered && (
          <Button variant="quiet" onPress={() => void set(clear)}>
            {tMinimums('filters.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}
