import { AmountText } from '#components/money/amount-text.tsx';
import { CoinMark, NetworkMark } from '#components/money/coin-mark.tsx';
import { pageTitleId } from '#components/shell/page-header.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { tMinimums } from '#lib/messages/minimums.ts';
import type { MinimumRow, MinimumVerdict } from '#lib/minimums/model.ts';
import { compareToMinimum, findMinimumInCurrency } from '#lib/minimums/model.ts';
import type { Amount } from '#lib/values/amount.ts';

const verdictBadges = {
  enough: { label: tMinimums('verdict.enough'), tone: 'good', icon: 'circle-check' },
  'too-little': {
    label: tMinimums('verdict.too-little'),
    tone: 'attention',
    icon: 'circle-minus',
  },
  unknown: { label: tMinimums('verdict.unknown'), tone: 'neutral', icon: 'circle-help' },
} as const satisfies Record<MinimumVerdict, unknown>;

/** A row per coin and network, with its minimum in the coin and the selected display currencies. */
export function MinimumTable({
  rows,
  currencies,
  comparison,
  all,
}: {
  rows: readonly MinimumRow[];
  /** Display currencies with a column, the chosen one first. A phone shows only the first one, unless `all` is set. */
  currencies: readonly string[];
  /** Amount that each row is compared with. */
  comparison: { readonly amount: Amount; readonly currency: string } | null;
  all: boolean;
}) {
  return (
    <DataTable stacks={all && 'flow'} labelledBy={pageTitleId} takesFocus>
      <thead>
        <tr>
          <HeadCell>{tMinimums('columns.coin')}</HeadCell>
          <HeadCell>{tMinimums('columns.network')}</HeadCell>
          {comparison && <HeadCell>{tMinimums('columns.accepts')}</HeadCell>}
          <HeadCell numeric>{tMinimums('columns.inCoin')}</HeadCell>
          {currencies.map((currency, at) => (
            <HeadCell key={currency} numeric className={at > 0 && !all ? 'narrow:hidden' : undefined}>
              {currency}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.coin} ${row.network}`}>
            <Cell>
              <CoinMark coin={row.coin} />
            </Cell>
            <Cell>
              <NetworkMark network={row.network} />
            </Cell>
            {comparison && (
              <Cell>
                <StatusBadge
                  inferred
                  {...verdictBadges[
                    compareToMinimum(comparison.amount, findMinimumInCurrency(row, comparison.currency))
                  ]}
                  value={compareToMinimum(comparison.amount, findMinimumInCurrency(row, comparison.currency))}
                />
              </Cell>
            )}
            <Cell numeric>
              <AmountText amount={row.own} currency={row.coin} unknown={tMinimums('notReported')} />
            </Cell>
            {currencies.map((currency, at) => (
              <Cell key={currency} numeric className={at > 0 && !all ? 'narrow:hidden' : undefined}>
                <AmountText
                  amount={findMinimumInCurrency(row, currency)}
                  currency={currency}
                  hideCurrency
                  unknown={tMinimums('notReported')}
                />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}
