'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { ByCallback } from '#components/money/by-callback.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Unknown } from '#components/ui/unknown.tsx';
import type { Total } from '#lib/reports/schema/overview.ts';

const byCallback =
  'as callbacks told it, and no record has yet. It may be of whole payments, so it is not added to what records tell.';

/** A sum, of how many rows it is where some did not tell their amount, and apart what only callbacks told of those. */
export function TotalText({
  total: { total, known, count, reported },
  currency,
  large = false,
}: {
  total: Total;
  currency: string | null;
  large?: boolean;
}) {
  const { locale } = useLocaleSettings();
  if (count === 0) return <Unknown reason="There was nothing in this time." />;
  const number = new Intl.NumberFormat(locale);
  const [of, told] = [number.format(count), number.format(known)];
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5 in-[dd]:justify-start">
      {(total !== null || reported === null) && (
        <AmountText
          amount={total}
          currency={currency}
          hideCurrency={!large}
          {...(large && { size: 'large', copyable: true })}
          unknown={`None of the ${of} told this amount.`}
        />
      )}
      {reported !== null && (
        <span className="whitespace-nowrap">
          {total !== null && '+ '}
          <ByCallback why={`${number.format(reported.count)} of ${of}: ${byCallback}`} />
          <AmountText
            amount={reported.total}
            currency={currency}
            hideCurrency={!large}
            {...(large && total === null && { size: 'large', copyable: true })}
          />
        </span>
      )}
      {known < count && (total !== null || known + (reported?.count ?? 0) < count) && (
        <span
          title={`${told} of ${of} records told this amount; the others are not in the sum.`}
          suppressHydrationWarning
          className="text-attention text-xs"
        >
          {told} of {of} known
        </span>
      )}
    </span>
  );
}
