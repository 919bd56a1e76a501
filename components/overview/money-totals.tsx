'use client';

import { CoinMark } from '#components/money/coin-mark.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { CurrencyTotal, OverviewView, Period, Total } from '#lib/reports/schema/overview.ts';
import type { Spans } from './rows-of.ts';
import { listPeriodSpans, toDepositsHref, toWithdrawalsHref } from './rows-of.ts';
import { TotalText } from './total-text.tsx';

/** Totals per currency. They are never added up across currencies; each leads to its rows. */
export function MoneyTotals({ base, view }: { base: string; view: OverviewView }) {
  const given = { spans: listPeriodSpans(view), length: `${view.asked.days} days` };
  return (
    <>
      <Totals
        title="Money in"
        note="Confirmed deposits, as deposited"
        totals={view.deposited}
        hrefOf={(days, currency) => toDepositsHref(base, days, { depositCurrency: [currency] })}
        none="No confirmed deposit in all these days."
        {...given}
      />
      {view.credited.length > 0 && (
        <Totals
          title="Credited"
          note="The same deposits, in settlement currencies"
          totals={view.credited}
          hrefOf={(days, currency) => toDepositsHref(base, days, { settlementCurrency: [currency] })}
          none=""
          {...given}
        />
      )}
      <Totals
        title="Money out"
        note="Completed withdrawals, as deducted"
        totals={view.withdrawn}
        hrefOf={(days, currency) => toWithdrawalsHref(base, days, currency)}
        none="No completed withdrawal in all these days."
        {...given}
      />
    </>
  );
}

function Totals({
  title,
  note,
  totals,
  spans,
  length,
  hrefOf,
  none,
}: {
  title: string;
  note: string;
  totals: readonly CurrencyTotal[];
  spans: Spans;
  length: string;
  hrefOf: (days: Period, currency: string) => string;
  none: string;
}) {
  return (
    <Section title={title} actions={<span className="text-muted text-xs">{note}</span>} flush>
      {totals.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{none}</p>
      ) : (
        <DataTable label={title} sticky={false} density="compact">
          <thead>
            <tr>
              <HeadCell>Currency</HeadCell>
              <HeadCell numeric>{length}</HeadCell>
              <HeadCell numeric className="max-sm:hidden">
                {length} before
              </HeadCell>
              <HeadCell numeric>Today so far</HeadCell>
            </tr>
          </thead>
          <tbody>
            {totals.map(({ currency, before, today, ...current }) => {
              const link = (days: Period) => (currency === null ? null : hrefOf(days, currency));
              return (
                <Row key={currency ?? 'unknown'}>
                  <Cell>
                    {currency === null ? (
                      <Unknown reason="The currency was not told." />
                    ) : (
                      <CoinMark coin={currency} />
                    )}
                  </Cell>
                  <Cell numeric>
                    <Rows total={current} currency={currency} href={link(spans.current)} />
                  </Cell>
                  <Cell numeric className="text-muted max-sm:hidden">
                    <Rows total={before} currency={currency} href={link(spans.before)} />
                  </Cell>
                  <Cell numeric>
                    <Rows total={today} currency={currency} href={link(spans.today)} />
                  </Cell>
                </Row>
              );
            })}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}

/** A sum that leads to its rows, and how many they are. */
function Rows({ total, currency, href }: { total: Total; currency: string | null; href: string | null }) {
  const { locale } = useLocaleSettings();
  const text = <TotalText total={total} currency={currency} />;
  if (href === null || total.count === 0) return text;
  return (
    <TextLink
      href={href}
      prefetch={false}
      title={total.count === 1 ? '1 row' : `${new Intl.NumberFormat(locale).format(total.count)} rows`}
      className="text-ink"
    >
      {text}
    </TextLink>
  );
}
