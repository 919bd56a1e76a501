import { Section } from '#components/shell/section.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tOverview, tOverviewFigures } from '#lib/messages/overview.ts';
import type { ComparedTotal, DaySeries, Period, Total } from '#lib/reports/schema/overview.ts';
import { ChoiceLinks } from './choice-links.tsx';
import { DayBars } from './day-bars.tsx';
import { DayTable } from './day-table.tsx';
import type { PeriodSpans } from './list-links.ts';
import { toPeriod } from './list-links.ts';
import { TotalText } from './total-text.tsx';

type DayChartProps = {
  title: string;
  /** Describes the amounts: "Net credited for confirmed deposits, in EUR". */
  note: string;
  series: DaySeries;
  /** The totals of the period, null where there are none. */
  totals: ComparedTotal | null;
  currency: string;
  noun: 'deposit' | 'withdrawal';
  /** The days of each total. */
  spans: PeriodSpans;
  formatCode: (choice: string) => string;
  getHref: (choice: string) => string;
  /** Returns the address of the rows of some days. */
  getRowsHref: (days: Period) => string;
  /** Shown where no day has a row. */
  emptyText: string;
};

/** Money by day in one currency. Today is shown separately. Only the server renders it. */
export function DayChart(props: DayChartProps) {
  const { title, note, series, totals, currency, noun, spans, formatCode, getHref, getRowsHref, emptyText } =
    props;
  const { of, choices, highest, axis } = series;
  const days = series.days.map((day) => ({ ...day, href: getRowsHref(toPeriod(day.day)) }));
  const linkRows = (total: Total, span: Period) => (
    <RowsLink noun={noun} count={total.count} href={getRowsHref(span)} />
  );
  const none = totals === null || [totals, totals.before, totals.today].every(({ count }) => count === 0);
  const hasAmounts = days.some(({ total, reported }) => total !== null || reported !== null);
  return (
    <Section title={title} actions={<span className="text-muted text-xs">{note}</span>}>
      <div className="flex flex-col gap-4">
        {choices.length > 1 && (
          <ChoiceLinks
            label={tOverview('money.currencyOf', { title })}
            chosen={of}
            choices={choices.map((value) => ({ value, label: formatCode(value), href: getHref(value) }))}
          />
        )}
        {none ? (
          <p className="text-muted text-sm">{emptyText}</p>
        ) : (
          <>
            <dl className="flex flex-wrap items-end gap-x-8 gap-y-2">
              <Figure label={tOverview('current')} large>
                <TotalText total={totals} currency={currency} large />
                {linkRows(totals, spans.current)}
              </Figure>
              <Figure label={tOverview('before')}>
                <TotalText total={totals.before} currency={currency} />
                {linkRows(totals.before, spans.before)}
              </Figure>
              <Figure label={tOverviewFigures('today')}>
                <TotalText total={totals.today} currency={currency} />
                {linkRows(totals.today, spans.today)}
              </Figure>
            </dl>
            {hasAmounts && (
              <DayBars days={days} highest={highest} axis={axis} currency={currency} noun={noun} />
            )}
            <Disclosure title={tOverview('viewAsTable')}>
              <DayTable title={title} days={days} currency={currency} noun={noun} />
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
    <div className={large ? 'flex basis-full flex-col' : 'flex flex-col text-sm'}>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="flex flex-col items-start">{children}</dd>
    </div>
  );
}

/** The number of rows of a total, linked to them. */
function RowsLink({ noun, count, href }: { noun: DayChartProps['noun']; count: number; href: string }) {
  if (count === 0) return <span className="text-faint text-xs">{tOverview('noRows')}</span>;
  return (
    <TextLink href={href} prefetch={false} className="text-xs">
      {tOverview.rich(`rows.${noun}`, {
        count,
        number: () => (
          <span key="number" suppressHydrationWarning>
            <LocaleNumber value={count} />
          </span>
        ),
      })}
    </TextLink>
  );
}
