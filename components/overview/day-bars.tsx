'use client';

import Link from 'next/link';
import { formatAmount } from '#components/money/format-amount.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { DayTotal } from '#lib/reports/schema/overview.ts';
import { dayInWords } from './period-words.ts';
import { TotalText } from './total-text.tsx';

type Given = {
  days: readonly DayTotal[];
  /** One of the days, where any of them has an amount. */
  highest: string | null;
  currency: string;
  /** "deposit" */
  noun: string;
  hrefOf: (day: string) => string;
};

/** A bar for each day, each a link; what only callbacks told stands on top, hatched. Today so far comes last. */
export function DayBars({ days, highest, currency, noun, hrefOf }: Given) {
  const { locale } = useLocaleSettings();
  const number = new Intl.NumberFormat(locale);
  const top = days.find(({ day }) => day === highest);
  const money = (amount: NonNullable<DayTotal['total']>) =>
    `${formatAmount(amount, currency, locale).text} ${currency}`;
  const inWords = ({ total, count, reported }: DayTotal): string => {
    if (count === 0) return 'nothing';
    const told = [
      ...(total === null ? [] : [money(total)]),
      ...(reported === null ? [] : [`${money(reported.total)} by callback only`]),
    ];
    return told.length === 0 ? 'unknown' : told.join(' and ');
  };
  return (
    <div className="flex flex-col gap-1">
      <p className="text-faint text-xs" suppressHydrationWarning>
        {top ? (
          <>
            Highest day {dayInWords(top.day, locale)}: <TotalText total={top} currency={currency} />
          </>
        ) : (
          `No amounts in ${currency} in these days`
        )}
      </p>
      {/* A month of bars is too narrow for fingers and keys: for those the same links stand in the table. */}
      <ol aria-hidden className="flex h-36 items-end gap-px border-line-strong border-b sm:gap-0.5">
        {days.map((one, index) => (
          <li key={one.day} className="flex h-full min-w-0 flex-1">
            <Link
              href={hrefOf(one.day)}
              prefetch={false}
              tabIndex={-1}
              title={`${dayInWords(one.day, locale)}${index === days.length - 1 ? ', today so far' : ''}: ${inWords(one)}, ${number.format(one.count)} ${noun}${one.count === 1 ? '' : 's'}`}
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
      <div className="flex justify-between text-2xs text-faint">
        <span suppressHydrationWarning>{days[0] && dayInWords(days[0].day, locale)}</span>
        <span>Today so far</span>
      </div>
    </div>
  );
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
