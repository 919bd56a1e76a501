'use client';

import type { ListColumn } from '#components/list/table/list-column.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { kindInWords } from '#lib/callbacks/model/verdict.ts';
import type { CallbackRow } from '#lib/callbacks/schema/list.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { About } from './about.tsx';
import { Verdict } from './verdict.tsx';

/** The log of callbacks. */
export const callbackColumns = (base: string): readonly ListColumn<CallbackRow>[] => [
  {
    id: 'content',
    head: 'Content',
    hint: 'The SHA-256 of the bytes, or a reference where the hash is hidden',
    card: 'title',
    width: 24,
    cell: (row) => (
      <RowLink
        href={`${base}/callbacks/${row.reference}`}
        reference={null}
        id={row.sha256 ?? row.messageId}
      />
    ),
  },
  { id: 'kind', head: 'Kind', card: 'amount', width: 24, cell: (row) => kindInWords(row.kind) },
  {
    id: 'verdict',
    head: 'Verdict',
    card: 'status',
    width: 24,
    cell: (row) => <Verdict verdict={row.verdict} />,
  },
  {
    id: 'about',
    head: 'About',
    card: 'note',
    width: 40,
    cell: (row) => (
      <>
        <About base={base} row={row} />
        <span className="md:hidden">
          <FirstReason row={row} />
        </span>
      </>
    ),
  },
  {
    id: 'reason',
    head: 'Reason',
    hint: 'Why it waits in quarantine, or what it contradicts',
    width: 40,
    cell: (row) => <FirstReason row={row} />,
  },
  {
    id: 'deliveries',
    head: 'Deliveries',
    hint: 'How often this content came; all but the first are duplicates',
    numeric: true,
    width: 8,
    cell: (row) => (row.deliveries === 1 ? '1' : <span className="font-medium">{row.deliveries}</span>),
  },
  {
    id: 'payment',
    head: 'Payment ID',
    extra: true,
    width: 24,
    cell: (row) =>
      row.paymentId === null ? (
        <Unknown reason="It names no payment that can be read." />
      ) : (
        <TextLink href={`${base}/callbacks?payment=${row.paymentId}`} className="font-mono text-xs">
          {row.paymentId}
        </TextLink>
      ),
  },
  {
    id: 'lastReceived',
    head: 'Last',
    hint: 'When it came for the last time',
    room: 'most',
    numeric: true,
    width: 12,
    cell: (row) => <Time at={inSeconds(row.lastReceivedAt)} />,
  },
  {
    id: 'firstReceived',
    head: 'Received',
    hint: 'When it first came',
    card: 'time',
    ordered: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={inSeconds(row.firstReceivedAt)} />,
  },
];

function FirstReason({ row: { reason, reasonCount } }: { row: CallbackRow }) {
  if (reason === null) return null;
  const words = `${reason.path} ${reason.problem}`.trim();
  return (
    <span title={words} className="block max-w-80 truncate text-muted text-xs max-md:max-w-full">
      {reason.path !== '' && <code className="text-ink">{reason.path}</code>} {reason.problem}
      {reasonCount > 1 && ` (+${reasonCount - 1})`}
    </span>
  );
}
