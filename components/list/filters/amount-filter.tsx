'use client';

import { useState } from 'react';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Select } from '#components/ui/select.tsx';
import type { AmountRange } from '#lib/lists/model/amount-filter.ts';
import {
  formatAmountRange,
  parseAmountBound,
  parseAmountRange,
  parseNumberRange,
} from '#lib/lists/model/amount-filter.ts';
import { tListFiltersPanel } from '#lib/messages/list.ts';
import { fiatFractionDigits, isFiatCurrency } from '#lib/values/currencies.ts';
import { formatTypedAmount, readTypedAmount } from '#lib/values/typed-amount.ts';

type Reading = { readonly digits: string; readonly problem?: string };

/** Reads an end of the range as typed in the person's locale. Numbers have no currency. */
function readEnd(text: string, locale: string, currency: string | null, signed: boolean): Reading {
  const texts = currency === null ? 'number' : 'amount';
  const sign = signed && text.startsWith('-') ? '-' : '';
  const decimals = currency !== null && isFiatCurrency(currency) ? fiatFractionDigits(currency) : null;
  const typed = readTypedAmount(text.slice(sign.length), locale, decimals);
  if (typed.kind === 'ambiguous') {
    const [whole, decimal] = typed.readings.map((digits) => formatTypedAmount(`${sign}${digits}`, locale));
    return {
      digits: text,
      problem: tListFiltersPanel(`${texts}.ambiguous`, { whole: String(whole), decimal: String(decimal) }),
    };
  }
  const digits = typed.kind === 'amount' ? `${sign}${typed.digits}` : text;
  if (digits === '' || parseAmountBound(digits, signed) !== null) return { digits };
  if (currency === null) return { digits, problem: tListFiltersPanel('number.invalid') };
  return { digits, problem: tListFiltersPanel(signed ? 'amount.invalidSigned' : 'amount.invalid') };
}

/** Filters by an inclusive range of numbers, or of amounts in one currency. They stay text, so no digit is lost. */
export function AmountFilter({
  range,
  currencies,
  defaultCurrency,
  signed,
  help,
  onChange,
}: {
  range: AmountRange | null;
  /** Null for numbers without a unit. */
  currencies: readonly string[] | null;
  /** The currency of another filter, else the one that every amount is reported in. */
  defaultCurrency: string | undefined;
  /** Amounts may be negative. */
  signed: boolean;
  /** Says what is compared. */
  help?: string;
  onChange: (address: string | null) => void;
}) {
  const [currency, setCurrency] = useState(
    currencies === null ? null : (range?.currency ?? defaultCurrency ?? currencies[0] ?? ''),
  );
  const { locale } = useLocaleSettings();
  const write = (bound: string | null | undefined) => formatTypedAmount(bound ?? '', locale);
  const [from, setFrom] = useState<string>(write(range?.from));
  const [to, setTo] = useState<string>(write(range?.to));
  const show = (next: AmountRange | null) => {
    if (next) setCurrency(next.currency);
    setFrom(write(next?.from));
    setTo(write(next?.to));
  };
  const filtered = range && formatAmountRange(range);
  const [lastFilter, setLastFilter] = useState(filtered);
  // Follows every change of the address, from this form or from a link.
  if (lastFilter !== filtered) {
    setLastFilter(filtered);
    show(range);
  }
  const ends = {
    from: readEnd(from, locale, currency, signed),
    to: readEnd(to, locale, currency, signed),
  };
  // A link may filter by a code that the interface does not list.
  const codes =
    currency === null || currencies === null || currencies.includes(currency)
      ? (currencies ?? [])
      : [currency, ...currencies];
  const apply = () => {
    if (ends.from.problem || ends.to.problem) return;
    const typed = `${ends.from.digits}..${ends.to.digits}`;
    const read =
      currency === null ? parseNumberRange(typed) : parseAmountRange(`${currency}:${typed}`, signed);
    // Reading a range puts its ends in order.
    if (read) show(read);
    const address = read && formatAmountRange(read);
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
      {help !== undefined && <p className="text-muted text-xs">{help}</p>}
      {currency !== null && codes.length > 1 && (
        <Select
          data-keeps-input
          label={tListFiltersPanel('amount.currency')}
          choices={codes.map((code) => ({ value: code, label: code }))}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
        />
      )}
      <AmountField
        label={tListFiltersPanel('amount.atLeast')}
        unit={currency ?? undefined}
        value={from}
        error={ends.from.problem}
        onChange={(event) => setFrom(event.target.value.trim())}
      />
      <AmountField
        label={tListFiltersPanel('amount.atMost')}
        unit={currency ?? undefined}
        value={to}
        error={ends.to.problem}
        onChange={(event) => setTo(event.target.value.trim())}
      />
      <Button type="submit" size="sm" variant="primary" className="self-start">
        {tListFiltersPanel('amount.submit')}
      </Button>
    </form>
  );
}
