import { CoinMark } from '#components/money/coin-mark.tsx';
import { findMaximumDecimals } from '#components/money/format-amount.ts';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tOverview, tOverviewFigures } from '#lib/messages/overview.ts';
import type { CurrencyTotal, OverviewView, Period, Total } from '#lib/reports/schema/overview.ts';
import { listPeriodSpans, toDepositsHref } from './list-links.ts';
import { TotalLink } from './total-link.tsx';

const columns = ['current', 'before', 'today'] as const;
const pickTotal = (one: CurrencyTotal, column: (typeof columns)[number]): Total =>
  column === 'current' ? one : one[column];

/**
 * The received coins by currency, never added across currencies, each with its share of the deposits. Each links to its rows.
 * Only the server renders it.
 */
export function MoneyTotals({ base, view }: { base: string; view: OverviewView }) {
  const totals = view.deposited;
  const spans = listPeriodSpans(view);
  const all = totals.reduce((sum, { count }) => sum + count, 0);
  const countDecimals = (column: (typeof columns)[number]) =>
    findMaximumDecimals(
      totals.map((one) => ({ amount: pickTotal(one, column).total, currency: one.currency ?? '' })),
    );
  const decimals = {
    current: countDecimals('current'),
    before: countDecimals('before'),
    today: countDecimals('today'),
  };
  const title = tOverview('money.coins');
  const getHref = (days: Period, currency: string | null) =>
    currency === null ? null : toDepositsHref(base, days, { depositCurrency: [currency] });
  return (
    <Section
      title={title}
      actions={<span className="text-muted text-xs">{tOverview('money.asDeposited')}</span>}
      flush
    >
      {totals.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{tOverview('money.noDeposits')}</p>
      ) : (
        <DataTable label={title} sticky={false} density="compact">
          <thead>
            <tr>
              <HeadCell>{tOverview('columns.currency')}</HeadCell>
              <HeadCell numeric>{tOverview('current')}</HeadCell>
              <HeadCell numeric className="max-sm:hidden">
                {tOverview('before')}
              </HeadCell>
              <HeadCell numeric>{tOverviewFigures('today')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {totals.map((one) => (
              <Row key={one.currency ?? 'unknown'}>
                <Cell>
                  <CurrencyMark currency={one.currency} />
                </Cell>
                {columns.map((column) => (
                  <Cell
                    key={column}
                    numeric
                    {...(column === 'before' && { className: 'text-muted max-sm:hidden' })}
                  >
                    <TotalLink
                      noun="deposit"
                      total={pickTotal(one, column)}
                      currency={one.currency}
                      href={getHref(spans[column], one.currency)}
                      decimals={decimals[column]}
                    />
                    {column === 'current' && one.count > 0 && (
                      <span className="block text-muted text-xs">
                        {tOverview.rich('money.share', {
                          share: () => <LocaleNumber key="share" value={one.count / all} style="percent" />,
                        })}
                      </span>
                    )}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}

/** The currency of a row, or that it isn't reported. */
export function CurrencyMark({ currency }: { currency: string | null }) {
  return currency === null ? (
    <UnknownValue reason={tOverview('currencyNotReported')} />
  ) : (
    <CoinMark coin={currency} />
  );
}
