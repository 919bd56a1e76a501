'use client';

import Link from 'next/link';
import { AmountText } from '#components/money/amount-text.tsx';
import { formatAmount } from '#components/money/format-amount.ts';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import type { DayTotal, OverviewView } from '#lib/reports/schema-overview.ts';
import { TotalText } from './money-totals.tsx';
import { dayInWords } from './period-words.ts';

/** Money in in EUR: the total with how much of it is known, and day by day. */
export function EurDays({ base, view }: { base: string; view: OverviewView }) {
  const { eur, days } = view;
  const hrefOf = (day: string) => `${base}/deposits?status=CONFIRMED&depositReceivedAt=${day}`;
  return (
    <Section title="Money in, in EUR">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-x-8 gap-y-2">
          <div className="flex flex-col">
            <span className="text-muted text-xs">
              Credited, {eur.known} of {eur.count} known
            </span>
            <AmountText
              amount={eur.total}
              currency="EUR"
              size="large"
              copyable
              unknown={
                eur.count === 0 ? 'No confirmed deposit in these days.' : 'No deposit told its EUR amount.'
              }
            />
          </div>
          <div className="flex flex-col pb-1 text-sm">
            <span className="text-muted text-xs">30 days before</span>
            <TotalText total={eur.before} currency="EUR" />
          </div>
        </div>
        {days.some((day) => day.total !== null) && <Bars days={days} hrefOf={hrefOf} />}
        <Disclosure title="View as table">
          <DayTable days={days} hrefOf={hrefOf} />
        </Disclosure>
      </div>
    </Section>
  );
}

function Bars({ days, hrefOf }: { days: readonly DayTotal[]; hrefOf: (day: string) => string }) {
  const { locale } = useLocaleSettings();
  const highest = days.find((day) => day.share === 1000);
  return (
    <div className="flex flex-col gap-1">
      <p className="text-faint text-xs" suppressHydrationWarning>
        {highest?.total ? (
          <>
            Highest day {dayInWords(highest.day)}: <AmountText amount={highest.total} currency="EUR" />
          </>
        ) : (
          'No amounts in EUR in these days'
        )}
      </p>
      {/* A month of bars is too narrow for fingers and keys: for those the same links stand in the table. */}
      <ol aria-hidden className="flex h-36 items-end gap-px border-line-strong border-b sm:gap-0.5">
        {days.map(({ day, share, total, count }) => {
          const words =
            total === null
              ? count === 0
                ? 'nothing'
                : 'unknown'
              : `${formatAmount(total, 'EUR', locale).text} EUR`;
          return (
            <li key={day} className="flex h-full flex-1">
              <Link
                href={hrefOf(day)}
                prefetch={false}
                tabIndex={-1}
                title={`${dayInWords(day)}: ${words}, ${count === 1 ? '1 deposit' : `${count} deposits`}`}
                suppressHydrationWarning
                className="group/bar flex h-full w-full items-end rounded-t-xs hover:bg-hover"
              >
                <span
                  className="w-full rounded-t-xs bg-accent group-hover/bar:bg-accent-hover"
                  style={{ height: share === 0 ? 0 : `max(2px, ${share / 10}%)` }}
                />
              </Link>
            </li>
          );
        })}
      </ol>
      <div className="flex justify-between text-2xs text-faint">
        <span>{dayInWords(days[0]?.day ?? '')}</span>
        <span>{dayInWords(days.at(-1)?.day ?? '')}</span>
      </div>
    </div>
  );
}

function DayTable({ days, hrefOf }: { days: readonly DayTotal[]; hrefOf: (day: string) => string }) {
  return (
    <DataTable label="Money in, in EUR, by day" sticky={false} density="compact">
      <thead>
        <tr>
          <HeadCell>Day</HeadCell>
          <HeadCell numeric>Deposits</HeadCell>
          <HeadCell numeric>EUR credited</HeadCell>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <Cell>
              <TextLink href={hrefOf(day.day)} prefetch={false}>
                {dayInWords(day.day)}
              </TextLink>
            </Cell>
            <Cell numeric>{day.count}</Cell>
            <Cell numeric>
              <TotalText total={day} currency="EUR" />
            </Cell>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
