'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { CallbackOnlyMark } from '#components/money/callback-only-mark.tsx';
import { decimalPadding, formatAmount } from '#components/money/format-amount.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tOverviewFigures } from '#lib/messages/overview.ts';
import type { Total } from '#lib/reports/schema/overview.ts';

/** A total. Shows how many rows it covers where some lack the amount, and callback-only amounts apart. */
export function TotalText({
  total: { total, known, count, reported },
  currency,
  large = false,
  inLink = false,
  showCurrency = large,
  decimals = null,
}: {
  total: Total;
  currency: string | null;
  large?: boolean;
  /** Inside a link, which has the focus instead. */
  inLink?: boolean;
  showCurrency?: boolean;
  /** The decimals with which the amounts of a column align. */
  decimals?: number | null;
}) {
  const { locale } = useLocaleSettings();
  if (count === 0) return <UnknownValue reason={tOverviewFigures('total.empty')} />;
  const number = new Intl.NumberFormat(locale);
  const padding =
    decimals === null || total === null
      ? ''
      : decimalPadding(formatAmount(total, currency ?? '', locale).text, decimals, locale);
  const [countText, knownText] = [number.format(count), number.format(known)];
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5 in-[dd]:justify-start">
      {(total !== null || reported === null) && (
        <span className={padding === '' ? undefined : 'whitespace-nowrap'}>
          <AmountText
            inLink={inLink}
            amount={total}
            currency={currency}
            hideCurrency={!showCurrency}
            {...(large && { size: 'large', copyable: true })}
            unknown={tOverviewFigures('total.noneReported', { count, rows: countText })}
          />
          {padding !== '' && (
            <span
              aria-hidden
              data-padding={padding}
              className="invisible tabular-nums before:content-[attr(data-padding)]"
            />
          )}
        </span>
      )}
      {reported !== null && (
        <span className="whitespace-nowrap">
          {total !== null && tOverviewFigures('total.plus')}
          <CallbackOnlyMark
            reason={tOverviewFigures('total.byCallback', {
              reported: number.format(reported.count),
              count: countText,
            })}
          />
          <AmountText
            inLink={inLink}
            amount={reported.total}
            currency={currency}
            hideCurrency={!showCurrency}
            {...(large && total === null && { size: 'large', copyable: true })}
          />
        </span>
      )}
      {known < count && (total !== null || known + (reported?.count ?? 0) < count) && (
        <span
          aria-description={tOverviewFigures('total.partly', { known: knownText, count: countText })}
          suppressHydrationWarning
          className="text-attention text-xs"
        >
          {tOverviewFigures('total.known', { known: knownText, count: countText })}
        </span>
      )}
    </span>
  );
}
