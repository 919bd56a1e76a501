'use client';

import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import type { ComparedTotal, DaySeries, DayTotal, Period, Total } from '#lib/reports/schema/overview.ts';
import { ChoiceLinks } from './choice-links.tsx';
import { DayBars } from './day-bars.tsx';
import { dayInWords } from './period-words.ts';
import type { Spans } from './rows-of.ts';
import { TotalText } from './total-text.tsx';

type Given = {
  title: string;
  /** What the amounts are: "Credited in EUR, as records tell". */
  note: string;
  series: DaySeries;
  /** Of what is shown; null where nothing is. */
  totals: ComparedTotal | null;
  currency: string;
  noun: string;
  /** "30 days" */
  length: string;
  /** The days of each of the totals. */
  spans: Spans;
  wordOf: (choice: string) => string;
  hrefOf: (choice: string) => string;
  /** The rows of some days. */
  rowsHrefOf: (days: Period) => string;
  /** What is said where there was nothing. */
  nothing: string;
};

const only = (day: string): Period => ({ from: day, to: day });

/** Money day by day, in one currency at a time: whole days, and today so far beside them. */
export function DayChart(given: Given) {
  const { title, note, series, totals, currency, noun, length, spans, wordOf, hrefOf, rowsHrefOf, nothing } =
    given;
  const { of, choices, days, highest } = series;
  const dayHrefOf = (day: string) => rowsHrefOf(only(day));
  const rowsOf = (total: Total, span: Period) => <RowsLink count={total.count} href={rowsHrefOf(span)} />;
  const none = totals === null || [totals, totals.before, totals.today].every(({ count }) => count === 0);
  const told = days.some(({ total, reported }) => total !== null || reported !== null);
  return (
    <Section title={title} actions={<span className="text-muted text-xs">{note}</span>}>
      <div className="flex flex-col gap-4">
        {choices.length > 1 && (
          <ChoiceLinks
            label={`${title}: currency`}
            chosen={of}
            choices={choices.map((value) => ({ value, label: wordOf(value), href: hrefOf(value) }))}
          />
        )}
        {none ? (
          <p className="text-muted text-sm">{nothing}</p>
        ) : (
          <>
            <dl className="flex flex-wrap items-end gap-x-8 gap-y-2">
              <Figure label={`${length} to yesterday`} large>
                <TotalText total={totals} currency={currency} large />
                {rowsOf(totals, spans.current)}
              </Figure>
              <Figure label={`${length} before`}>
                <TotalText total={totals.before} currency={currency} />
                {rowsOf(totals.before, spans.before)}
              </Figure>
              <Figure label="Today so far">
                <TotalText total={totals.today} currency={currency} />
                {rowsOf(totals.today, spans.today)}
              </Figure>
            </dl>
            {told && <DayBars {...{ days, highest, currency, noun }} hrefOf={dayHrefOf} />}
            <Disclosure title="View as table">
              <DayTable title={title} days={days} currency={currency} noun={noun} hrefOf={dayHrefOf} />
            </Disclosure>
          </>
        )}
      </div>
    </Section>
  );
}

function Figure({
  label,
  large = false,
  children,
}: {
  label: string;
  large?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div className={large ? 'flex flex-col max-sm:basis-full' : 'flex flex-col text-sm'}>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="flex flex-col items-start">{children}</dd>
    </div>
  );
}

/** How many rows a total is of; it leads to them. */
function RowsLink({ count, href }: { count: number; href: string }) {
  const { locale } = useLocaleSettings();
  if (count === 0) return <span className="text-faint text-xs">No rows</span>;
  return (
    <TextLink href={href} prefetch={false} className="text-xs">
      <span suppressHydrationWarning>{new Intl.NumberFormat(locale).format(count)}</span>{' '}
      {count === 1 ? 'row' : 'rows'}
    </TextLink>
  );
}

function DayTable({
  title,
  days,
  currency,
  noun,
  hrefOf,
}: {
  title: string;
  days: readonly DayTotal[];
  currency: string;
  noun: string;
  hrefOf: (day: string) => string;
}) {
  const { locale } = useLocaleSettings();
  return (
    <DataTable label={`${title}, by day`} sticky={false} density="compact">
      <thead>
        <tr>
          <HeadCell>Day</HeadCell>
          <HeadCell numeric>{noun === 'deposit' ? 'Deposits' : 'Withdrawals'}</HeadCell>
          <HeadCell numeric>{currency}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {days.map((day, index) => (
          <tr key={day.day}>
            <Cell>
              <TextLink href={hrefOf(day.day)} prefetch={false}>
                <span suppressHydrationWarning>{dayInWords(day.day, locale)}</span>
              </TextLink>
              {index === days.length - 1 && <span className="text-muted"> so far</span>}
            </Cell>
            <Cell numeric>{new Intl.NumberFormat(locale).format(day.count)}</Cell>
            <Cell numeric>
              <TotalText total={day} currency={currency} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
