'use client';

import Link from 'next/link';
import { useState } from 'react';
import { formatAmount } from '#components/money/format-amount.ts';
import { cx } from '#components/ui/cx.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tOverviewFigures } from '#lib/messages/overview-figures.ts';
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
  /** The day that the line below the bars describes: today until a person points at another. */
  const [described, setDescribed] = useState(days.length - 1);
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
  const current = Math.min(described, days.length - 1);
  const read = days[current];
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
      {/* The bars are too narrow for touch and keys. The line below reads them out, and the table has the same links. */}
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <ol
            aria-hidden
            className="relative z-10 flex h-36 items-end gap-px border-line-strong border-b sm:gap-0.5"
          >
            {days.map((one, index) => (
              <li
                key={one.day}
                onPointerEnter={() => setDescribed(index)}
                className={cx('flex h-full min-w-0 flex-1', index === current && 'bg-hover')}
              >
                <Link
                  href={one.href}
                  prefetch={false}
                  tabIndex={-1}
                  data-tooltip={describeDay(one, index === days.length - 1)}
                  suppressHydrationWarning
                  className="group/bar flex h-full w-full flex-col justify-end rounded-t-xs hover:bg-hover"
                >
                  <Part
                    share={one.reportedShare}
                    className="border border-accent border-dashed bg-accent-ground"
                  />
                  <Part
                    share={one.share}
                    className={
                      index === days.length - 1
                        ? 'bg-accent/60 group-hover/bar:bg-accent-hover'
                        : 'bg-accent group-hover/bar:bg-accent-hover'
                    }
                  />
                </Link>
              </li>
            ))}
          </ol>
          {axis && (
            <>
              <span aria-hidden className="absolute inset-x-0 top-0 border-line border-t" />
              <span aria-hidden className="absolute inset-x-0 top-18 border-line border-t" />
            </>
          )}
          <div className="flex justify-between text-2xs text-faint">
            <span suppressHydrationWarning>{days[0] && formatDay(days[0].day, locale)}</span>
            <span>{tOverviewFigures('today')}</span>
          </div>
        </div>
        {axis && (
          <div
            aria-hidden
            suppressHydrationWarning
            className="flex h-36 flex-col justify-between text-right text-2xs text-faint tabular-nums leading-none"
          >
            {[axis.top, axis.middle].map((amount) => (
              <span key={amount}>{formatAmount(amount, currency, locale).text}</span>
            ))}
            <span>0</span>
          </div>
        )}
      </div>
      {read && (
        <div
          role="slider"
          tabIndex={0}
          aria-label={tOverviewFigures('bars.readOut')}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={current + 1}
          aria-valuetext={describeDay(read, current === days.length - 1)}
          onKeyDown={(event) => {
            const next = nextDay(event.key, current, days.length);
            if (next === null) return;
            event.preventDefault();
            setDescribed(next);
          }}
          suppressHydrationWarning
          className="min-h-6 rounded-sm text-sm"
        >
          {describeDay(read, current === days.length - 1)}
        </div>
      )}
    </div>
  );
}

/** Returns the day to which a key moves, or null for other keys. */
function nextDay(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, current - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(count - 1, current + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function Part({ share, className }: { share: number; className: string }) {
  if (share === 0) return null;
  return (
    <span
      data-bar
      className={`w-full first:rounded-t-xs ${className}`}
      style={{ height: `max(2px, ${share / 10}%)` }}
    />
  );
}
