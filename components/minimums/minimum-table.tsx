import { CircleCheck, CircleHelp, CircleMinus } from 'lucide-react';
import { AmountText } from '#components/money/amount-text.tsx';
import { CoinMark, NetworkMark } from '#components/money/coin-mark.tsx';
import { pageTitleId } from '#components/shell/page-header.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import type { MinimumRow, Verdict } from '#lib/minimums/model.ts';
import { compareToMinimum, statedIn } from '#lib/minimums/model.ts';
import type { Amount } from '#lib/values/amount.ts';

const looks = {
  enough: { label: 'Accepted', tone: 'good', icon: <CircleCheck aria-hidden /> },
  'too-little': { label: 'Too little', tone: 'attention', icon: <CircleMinus aria-hidden /> },
  unknown: { label: 'Not known', tone: 'neutral', icon: <CircleHelp aria-hidden /> },
} as const satisfies Record<Verdict, unknown>;

/** A row a coin and network: its minimum in the coin, and in the display currencies that are chosen. */
export function MinimumTable({
  rows,
  currencies,
  asked,
}: {
  rows: readonly MinimumRow[];
  /** Columns: display currencies. */
  currencies: readonly string[];
  /** With an amount to compare: which rows would take it. */
  asked: { readonly amount: Amount; readonly currency: string } | null;
}) {
  return (
    <DataTable labelledBy={pageTitleId} takesFocus>
      <thead>
        <tr>
          <HeadCell>Coin</HeadCell>
          <HeadCell>Network</HeadCell>
          {asked && <HeadCell>Takes it</HeadCell>}
          <HeadCell numeric>In the coin</HeadCell>
          {currencies.map((currency) => (
            <HeadCell key={currency} numeric>
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
            {asked && (
              <Cell>
                <StatusBadge
                  inferred
                  {...looks[compareToMinimum(asked.amount, statedIn(row, asked.currency))]}
                  value={compareToMinimum(asked.amount, statedIn(row, asked.currency))}
                />
              </Cell>
            )}
            <Cell numeric>
              <AmountText amount={row.own} currency={row.coin} unknown="Not told; that is not 0" />
            </Cell>
            {currencies.map((currency) => (
              <Cell key={currency} numeric>
                <AmountText
                  amount={statedIn(row, currency)}
                  currency={currency}
                  hideCurrency
                  unknown="Not told; that is not 0"
                />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}
