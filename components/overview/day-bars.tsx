'use client';

import { formatAmount } from '#components/money/format-amount.ts';
import { Bars, solidBar, todayBar } from '#components/ui/bars.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tOverviewFigures } from '#lib/messages/overview.ts';
import type { DaySeries, DayTotal } from '#lib/reports/schema/overview.ts';
import { formatDay } from './format-period.ts';
import { TotalText } from './total-text.tsx';

/** A day with the address of its rows. */
export type LinkedDay = DayTotal & { readonly href: string };

type DayBarsProps = {
  days: readonly LinkedDay[];
  /** The day with the highest amount, null where no day has an amount. */
  highest: string | null;
  axis: DaySeries['axis'];
  currency: string;
  noun: 'deposit' | 'withdrawal';
};

/** A bar for each day that links to its rows. Callback-only amounts are dashed and on top. Today comes last. */
export function DayBars({ days, highest, axis, currency, noun }: DayBarsProps) {
  const { locale } = useLocaleSettings();
  const number = new Intl.NumberFormat(locale);
  const top = days.find(({ day }) => day === highest);
  const money = (amount: NonNullable<DayTotal['total']>) =>
    tOverviewFigures('bars.amount', { amount: formatAmount(amount, currency, locale).text, currency });
  const describeAmounts = ({ total, count, reported }: DayTotal): string => {
    if (count === 0) return tOverviewFigures('bars.nothing');
    const recorded = total === null ? null : money(total);
    const byCallback =
      reported === null ? null : tOverviewFigures('bars.byCallbackOnly', { amount: money(reported.total) });
    if (recorded !== null && byCallback !== null)
      return tOverviewFigures('bars.both', { recorded, reported: byCallback });
    return recorded ?? byCallback ?? tOverviewFigures('bars.unknown');
  };
  const describeDay = (one: DayTotal, isToday: boolean): string => {
    const day = formatDay(one.day, locale);
    return tOverviewFigures(`bars.${noun}`, {
      day: isToday ? tOverviewFigures('bars.dayToday', { day }) : day,
      amounts: describeAmounts(one),
      number: number.format(one.count),
      count: one.count,
    });
  };
  const last = days.length - 1;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-faint text-xs" suppressHydrationWarning>
        {top
          ? tOverviewFigures.rich('bars.highest', {
              day: formatDay(top.day, locale),
              total: () => <TotalText total={top} currency={currency} />,
            })
          : tOverviewFigures('bars.none', { currency })}
      </p>
      <Bars
        label={tOverviewFigures('bars.readOut')}
        first={last}
        bars={days.map((one, index) => ({
          key: one.day,
          href: one.href,
          description: describeDay(one, index === last),
          parts: [
            { share: one.reportedShare, className: 'border border-accent border-dashed bg-accent-ground' },
            {
              share: one.share,
              className: index === last ? todayBar : solidBar,
            },
          ],
        }))}
        labels={[days[0] ? formatDay(days[0].day, locale) : '', tOverviewFigures('today')]}
        marks={
          axis === null
            ? []
            : [
                { at: 1_000, text: formatAmount(axis.top, currency, locale).text },
                { at: 500, text: formatAmount(axis.middle, currency, locale).text },
              ]
        }
      />
    </div>
  );
}
