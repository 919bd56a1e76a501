'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import type { MatchView, RecordView } from '#lib/reconciliation/schema.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { MatchCell } from './match-cell.tsx';

/** A link to a deposit or withdrawal: its reference, and below it what it is, and when it was. */
export function RecordLink({ businessId, record }: { businessId: string; record: RecordView }) {
  const { kind, recordId, clientId, at } = record;
  return (
    <span className="block min-w-0">
      <TextLink
        prefetch={false}
        href={`/${businessId}/${kind}s/${recordId}`}
        aria-description={recordId}
        className="block w-fit max-w-64 truncate narrow:max-w-full"
      >
        {clientId === '' ? shorten(recordId) : ExternalText(clientId)}
      </TextLink>
      <span className="flex flex-wrap gap-x-2 text-muted text-xs">
        <span>
          {tReconciliation(`items.${kind}`)} <span className="font-mono">{shorten(recordId)}</span>
        </span>
        <DateTime at={toUnixSeconds(at)} />
      </span>
    </span>
  );
}

/** Deposits and withdrawals with their states. */
export function RecordsTable({
  businessId,
  label,
  currency,
  records,
  matches,
  mayMatch,
  total,
}: {
  businessId: string;
  label: string;
  currency: string;
  records: readonly RecordView[];
  matches: readonly MatchView[];
  mayMatch: boolean;
  /** The sum of all rows, also of those that are not shown. */
  total?: SignedAmount | null;
}) {
  if (records.length === 0)
    return <p className="px-4 py-3 text-muted text-sm">{tReconciliation('items.noRecords')}</p>;
  const unknown = tReconciliation('items.notReported');
  return (
    <DataTable stacks label={label} sticky={false}>
      <thead>
        <tr>
          <HeadCell>{tReconciliation('items.record')}</HeadCell>
          <HeadCell numeric>{tReconciliation('items.amount')}</HeadCell>
          <HeadCell>{tReconciliation('items.state')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <Row key={record.recordId}>
            <Cell className="py-1.5 align-top">
              <RecordLink businessId={businessId} record={record} />
            </Cell>
            <Cell numeric className="py-1.5 align-top">
              <AmountText amount={record.amount} currency={currency} unknown={unknown} />
            </Cell>
            <Cell className="py-1.5 align-top">
              <MatchCell
                businessId={businessId}
                currency={currency}
                state={record.state}
                match={matches.find(({ matchId }) => matchId === record.matchId)}
                side="records"
                mayMatch={mayMatch}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <tr>
            <th scope="row" className="text-start">
              {tReconciliation('transit.sum')}
            </th>
            <td className="numeric font-semibold">
              <AmountText amount={total} currency={currency} unknown={unknown} />
            </td>
            <td />
          </tr>
        </tfoot>
      )}
    </DataTable>
  );
}
