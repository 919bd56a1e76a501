import { CoinMark } from '#components/money/coin-mark.tsx';
import { findMaximumDecimals } from '#components/money/format-amount.ts';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tOverview } from '#lib/messages/overview.ts';
import { tOverviewFigures } from '#lib/messages/overview-figures.ts';
import type { CurrencyTotal, OverviewView, Period, Total } from '#lib/reports/schema/overview.ts';
import type { PeriodSpans } from './list-links.ts';
import { listPeriodSpans, toDepositsHref, toWithdrawalsHref } from './list-links.ts';
import { TotalLink } from './total-link.tsx';

/** Totals by currency, never across currencies. Each links to its rows. Only the server renders it. */
export function MoneyTotals({ base, view }: { base: string; view: OverviewView }) {
  const period = { spans: listPeriodSpans(view), length: String(view.query.days) };
  return (
    <>
      <Totals
        title={tOverview('money.in')}
        note={tOverview('money.asDeposited')}
        totals={view.deposited}
        getHref={(days, currency) => toDepositsHref(base, days, { depositCurrency: [currency] })}
        none={tOverview('money.noDeposits')}
        {...period}
      />
      {view.credited.length > 0 && (
        <Totals
          title={tOverview('money.credited')}
          note={tOverview('money.asSettled')}
          totals={view.credited}
          getHref={(days, currency) => toDepositsHref(base, days, { settlementCurrency: [currency] })}
          none=""
          {...period}
        />
      )}
      <Totals
        title={tOverview('money.out')}
        note={tOverview('money.asDeducted')}
        totals={view.withdrawn}
        getHref={(days, currency) => toWithdrawalsHref(base, days, currency)}
        none={tOverview('money.noWithdrawals')}
        {...period}
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
  getHref,
  none,
}: {
  title: string;
  note: string;
  totals: readonly CurrencyTotal[];
  spans: PeriodSpans;
  length: string;
  getHref: (days: Period, currency: string) => string;
  none: string;
}) {
  const countDecimals = (pick: (one: CurrencyTotal) => Total) =>
    findMaximumDecimals(totals.map((one) => ({ amount: pick(one).total, currency: one.currency ?? '' })));
  const decimals = {
    current: countDecimals((one) => one),
    before: countDecimals(({ before }) => before),
    today: countDecimals(({ today }) => today),
  };
  return (
    <Section title={title} actions={<span className="text-muted text-xs">{note}</span>} flush>
      {totals.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{none}</p>
      ) : (
        <DataTable label={title} sticky={false} density="compact">
          <thead>
            <tr>
              <HeadCell>{tOverview('columns.currency')}</HeadCell>
              <HeadCell numeric>{tOverview('length', { days: length })}</HeadCell>
              <HeadCell numeric className="max-sm:hidden">
                {tOverview('lengthBefore', { days: length })}
              </HeadCell>
              <HeadCell numeric>{tOverviewFigures('today')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {totals.map(({ currency, before, today, ...current }) => {
              const link = (days: Period) => (currency === null ? null : getHref(days, currency));
              return (
                <Row key={currency ?? 'unknown'}>
                  <Cell>
                    {currency === null ? (
                      <UnknownValue reason={tOverview('currencyNotReported')} />
                    ) : (
                      <CoinMark coin={currency} />
                    )}
                  </Cell>
                  <Cell numeric>
                    <TotalLink
                      total={current}
                      currency={currency}
                      href={link(spans.current)}
                      decimals={decimals.current}
                    />
                  </Cell>
                  <Cell numeric className="text-muted max-sm:hidden">
                    <TotalLink
                      total={before}
                      currency={currency}
                      href={link(spans.before)}
                      decimals={decimals.before}
                    />
                  </Cell>
                  <Cell numeric>
                    <TotalLink
                      total={today}
                      currency={currency}
                      href={link(spans.today)}
                      decimals={decimals.today}
                    />
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
