import 'server-only';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { liveChannel } from '#lib/realtime/live-events.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { applyEffects } from '../effects/apply-effects.ts';
import type { RecordChange } from '../model/record-change.ts';
import { buildLeaveGroupSql } from './callback-groups.ts';
import type { DeliveryProof, Verdict } from './inbox.ts';
import { isEffective, reasonsText } from './inbox.ts';
import { countReceivedSql } from './received-counts.ts';
import { ConcurrentUpdateError } from './record-locks.ts';
import { buildUpsertSql, recordTableNames, toRecordRows, toRowsJson } from './rows.ts';

/** A new content, with its number of deliveries. */
export type NewMessage = {
  readonly id: MessageId;
  readonly businessId: BusinessId;
  readonly kind: string;
  readonly hash: Buffer;
  readonly body: Uint8Array;
  readonly verdict: Verdict;
  readonly reasons: readonly Flaw[];
  readonly subjectId: string | null;
  readonly paymentId: string | null;
  readonly orphan: boolean;
  /** The earlier content from which it differs only in risk detail. */
  readonly shownWith: string | null;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly deliveries: number;
};

/** A stored content that was delivered again. */
type Repeat = { readonly id: MessageId; readonly lastAt: Instant; readonly deliveries: number };

type Delivery = {
  readonly businessId: BusinessId;
  readonly id: MessageId;
  readonly receivedAt: Instant;
  readonly headers: Readonly<Record<string, string>>;
  readonly proof?: DeliveryProof | undefined;
};

export type Batch = {
  readonly messages: readonly NewMessage[];
  readonly repeats: readonly Repeat[];
  readonly deliveries: readonly Delivery[];
  /** Stored contents that waited, with their verdicts. At most one of each subject. */
  readonly waiting?: readonly NewMessage[];
  readonly changes: readonly RecordChange[];
  /** Payloads for the channel of live changes. */
  readonly notifications: readonly string[];
};

const time = (at: number): string => new Date(at).toISOString();

// All bodies are sent as one value, and so are all hashes, and the database splits them. An array would send them as
// hexadecimal text.
const insertMessages = `
  INSERT INTO callback_message
    (id, business_id, kind, sha256, body, first_received_at, last_received_at, deliveries, verdict, reasons, subject_id,
     payment_id, orphan, shown_with)
  SELECT id, business_id, kind, substring($3::bytea FROM place::int * 32 - 31 FOR 32),
         substring($4::bytea FROM start FOR length), first_at, last_at, deliveries, verdict, reasons, subject_id, payment_id,
         orphan, shown_with
    FROM unnest($1::uuid[], $2::uuid[], $5::text[], $6::int[], $7::int[], $8::timestamptz[], $9::timestamptz[], $10::int[],
                $11::text[], $12::jsonb[], $13::uuid[], $14::uuid[], $15::boolean[], $25::uuid[])
      WITH ORDINALITY AS new (id, business_id, kind, start, length, first_at, last_at, deliveries, verdict, reasons,
                              subject_id, payment_id, orphan, shown_with, place)
  ON CONFLICT (business_id, kind, sha256) DO UPDATE SET
    deliveries = callback_message.deliveries + EXCLUDED.deliveries,
    last_received_at = greatest(callback_message.last_received_at, EXCLUDED.last_received_at)
  RETURNING id, business_id, verdict, deliveries`;

const updateRepeats = `
  UPDATE callback_message AS message SET
    deliveries = message.deliveries + repeat.deliveries,
    last_received_at = greatest(message.last_received_at, repeat.last_at)
   FROM unnest($16::uuid[], $17::timestamptz[], $18::int[]) AS repeat (id, last_at, deliveries)
  WHERE message.id = repeat.id`;

const insertDeliveries = `
  INSERT INTO callback_delivery (business_id, message_id, received_at, headers, key_name, signature)
  SELECT * FROM unnest($19::uuid[], $20::uuid[], $21::timestamptz[], $22::jsonb[], $23::text[], $24::text[])
  RETURNING id, business_id`;

// A stored content has more deliveries than this batch.
const inboxWrites = [
  insertMessages,
  updateRepeats,
  insertDeliveries,
  countReceivedSql(
    'callback_message',
    'w0 JOIN unnest($1::uuid[], $10::int[]) AS sent (id, deliveries) USING (id, deliveries)',
  ),
  countReceivedSql('callback_delivery', 'w2'),
];

const inboxParameterCount = 25;

const buildWaitingSql = (parameter: number): string => `
  UPDATE callback_message AS message SET verdict = folded.verdict, reasons = folded.reasons, orphan = folded.orphan,
    shown_with = folded.shown_with, subject_id = coalesce(folded.subject_id, message.subject_id), payment_id = coalesce(folded.payment_id, message.payment_id)
   FROM jsonb_to_recordset($${parameter}::jsonb)
          AS folded (id uuid, verdict text, reasons jsonb, orphan boolean, shown_with uuid, subject_id uuid, payment_id uuid)
  WHERE message.id = folded.id AND message.verdict = 'received'`;

const toWaitingJson = (folded: readonly NewMessage[]): string =>
  `[${folded
    .map(
      ({ id, verdict, reasons, orphan, shownWith, subjectId, paymentId }) =>
        `{"id":"${id}","verdict":"${verdict}","reasons":${reasonsText(reasons)},"orphan":${orphan},"shown_with":${JSON.stringify(shownWith)},"subject_id":${JSON.stringify(subjectId)},"payment_id":${JSON.stringify(paymentId)}}`,
    )
    .join(',')}]`;

/**
 * Writes a batch in one statement: messages, deliveries and records. Then applies the effects of the changes. The
 * notifications are sent on commit.
 * @throws ConcurrentUpdateError if one of its new contents was stored without its effect in the meantime.
 */
export async function writeBatch(statements: PlainTransaction, batch: Batch): Promise<void> {
  const recordRows = toRecordRows(batch.changes);
  const writtenTables = recordTableNames.filter((table) => recordRows[table].length > 0);
  const upserts = writtenTables.map((table, index) =>
    buildUpsertSql(table, recordRows[table][0] ?? {}, inboxParameterCount + index + 1),
  );
  const { waiting = [] } = batch;
  const notificationParameter = inboxParameterCount + writtenTables.length + 1;
  // A waiting content with effect leaves those that still wait. No two of a batch are about one subject.
  const updates =
    waiting.length === 0
      ? []
      : [buildWaitingSql(notificationParameter + 1), buildLeaveGroupSql(`$${notificationParameter + 2}`)];
  const writes = [...inboxWrites, ...upserts, ...updates];
  const rows = await statements.run(
    `WITH ${writes.map((sql, index) => `w${index} AS (${sql})`).join(', ')}
     SELECT NULL AS id, pg_notify('${liveChannel}', payload)::text FROM unnest($${notificationParameter}::text[]) AS payload
     UNION ALL SELECT id::text, NULL FROM w0 WHERE verdict = 'received'`,
    [
      ...inboxValues(batch),
      ...writtenTables.map((table) => toRowsJson(table, recordRows[table])),
      batch.notifications,
      ...(waiting.length === 0
        ? []
        : [toWaitingJson(waiting), waiting.flatMap(({ id, verdict }) => (isEffective(verdict) ? [id] : []))]),
    ],
  );
  if (listIds(rows).length > 0) throw new ConcurrentUpdateError();
  await applyEffects(statements, batch.changes);
}

const idRows = z.array(z.object({ id: z.string().nullable() }));

/** Returns the IDs of rows. A notification has none. */
const listIds = (rows: readonly unknown[]): readonly string[] =>
  idRows.parse(rows).flatMap(({ id }) => (id === null ? [] : [id]));

/**
 * Stores contents with their verdicts, and their deliveries, without reading or locking their records. Returns the IDs of
 * those that are new.
 */
export async function writeInbox(
  statements: PlainTransaction,
  batch: Pick<Batch, 'messages' | 'deliveries' | 'notifications'>,
): Promise<ReadonlySet<string>> {
  const rows = await statements.run(
    `WITH ${inboxWrites.map((sql, index) => `w${index} AS (${sql})`).join(', ')}
     SELECT NULL AS id, NULL AS deliveries, pg_notify('${liveChannel}', payload)::text
       FROM unnest($${inboxParameterCount + 1}::text[]) AS payload
     UNION ALL SELECT id::text, deliveries::text, NULL FROM w0`,
    [...inboxValues({ ...batch, repeats: [] }), batch.notifications],
  );
  const counts = new Map(countRows.parse(rows).map(({ id, deliveries }) => [id, deliveries]));
  return new Set(
    batch.messages.flatMap(({ id, deliveries }) => (counts.get(id) === String(deliveries) ? [id] : [])),
  );
}

const countRows = z.array(z.object({ id: z.string().nullable(), deliveries: z.string().nullable() }));

function inboxValues({
  messages,
  repeats,
  deliveries,
}: Pick<Batch, 'messages' | 'repeats' | 'deliveries'>): unknown[] {
  const starts: number[] = [];
  let start = 1;
  for (const { body } of messages) {
    starts.push(start);
    start += body.byteLength;
  }
  return [
    messages.map(({ id }) => id),
    messages.map(({ businessId }) => businessId),
    Buffer.concat(messages.map(({ hash }) => hash)),
    Buffer.concat(messages.map(({ body }) => body)),
    messages.map(({ kind }) => kind),
    starts,
    messages.map(({ body }) => body.byteLength),
    messages.map(({ firstAt }) => time(firstAt)),
    messages.map(({ lastAt }) => time(lastAt)),
    messages.map((message) => message.deliveries),
    messages.map(({ verdict }) => verdict),
    messages.map(({ reasons }) => reasonsText(reasons)),
    messages.map(({ subjectId }) => subjectId),
    messages.map(({ paymentId }) => paymentId),
    messages.map(({ orphan }) => orphan),
    repeats.map(({ id }) => id),
    repeats.map(({ lastAt }) => time(lastAt)),
    repeats.map((repeat) => repeat.deliveries),
    deliveries.map(({ businessId }) => businessId),
    deliveries.map(({ id }) => id),
    deliveries.map(({ receivedAt }) => time(receivedAt)),
    deliveries.map(({ headers }) => JSON.stringify(headers)),
    deliveries.map(({ proof }) => proof?.keyName ?? null),
    deliveries.map(({ proof }) => proof?.signature ?? null),
    messages.map(({ shownWith }) => shownWith),
  ];
}
