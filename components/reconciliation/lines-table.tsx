'use client';

import { SignedAmount } from '#components/money/amount-text.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { formatDay } from '#components/ui/format-time.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import type { ReconciliationView } from '#lib/reconciliation/schema.ts';
import { LineText } from './line-text.tsx';
import { MatchCell } from './match-cell.tsx';

/** Bank and wallet lines with their states. */
export function LinesTable({
  businessId,
  label,
  view: { lines, matches, currency, mayMatch },
}: {
  businessId: string;
  label: string;
  view: ReconciliationView;
}) {
  const { locale } = useLocaleSettings();
  if (lines.length === 0)
    return <p className="px-4 py-3 text-muted text-sm">{tReconciliation('items.noLines')}</p>;
  return (
    <DataTable stacks label={label} sticky={false} takesFocus>
      <thead>
        <tr>
          <HeadCell>{tReconciliation('items.day')}</HeadCell>
          <HeadCell>{tReconciliation('items.text')}</HeadCell>
          <HeadCell numeric>{tReconciliation('items.amount')}</HeadCell>
          <HeadCell>{tReconciliation('items.state')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.lineId}>
            <Cell className="py-1.5 align-top">{formatDay(line.day, locale)}</Cell>
            <Cell className="py-1.5 align-top">
              <LineText line={line} />
            </Cell>
            <Cell numeric className="py-1.5 align-top">
              <SignedAmount amount={line.amount} currency={currency} />
            </Cell>
            <Cell className="py-1.5 align-top">
              <MatchCell
                businessId={businessId}
                currency={currency}
                state={line.state}
                match={matches.find(({ matchId }) => matchId === line.matchId)}
                side="lines"
                mayMatch={mayMatch}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}
