import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { liveChannel } from '#lib/realtime/live-events.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { DeliveryProof, Verdict } from './inbox.ts';
import { reasonsText } from './inbox.ts';
import { readWrittenForms } from './record-forms.ts';
import type { RecordRows } from './rows.ts';
import { buildUpsertSql, recordTableNames, toRowsJson } from './rows.ts';

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
  readonly rows: RecordRows;
  /** Payloads for the channel of live changes. */
  readonly notifications: readonly string[];
};

const time = (at: number): string => new Date(at).toISOString();

// All bodies are sent as one value, and so are all hashes, and the database splits them. An array would send them as
// hexadecimal text.
const insertMessages = `
  INSERT INTO callback_message
    (id, business_id, kind, sha256, body, first_received_at, last_received_at, deliveries, verdict, reasons, subject_id,
     payment_id, orphan)
  SELECT id, business_id, kind, substring($3::bytea FROM place::int * 32 - 31 FOR 32),
         substring($4::bytea FROM start FOR length), first_at, last_at, deliveries, verdict, reasons, subject_id, payment_id,
         orphan
    FROM unnest($1::uuid[], $2::uuid[], $5::text[], $6::int[], $7::int[], $8::timestamptz[], $9::timestamptz[], $10::int[],
                $11::text[], $12::jsonb[], $13::uuid[], $14::uuid[], $15::boolean[])
      WITH ORDINALITY AS new (id, business_id, kind, start, length, first_at, last_at, deliveries, verdict, reasons,
                              subject_id, payment_id, orphan, place)
  ON CONFLICT (business_id, kind, sha256) DO UPDATE SET
    deliveries = callback_message.deliveries + EXCLUDED.deliveries,
    last_received_at = greatest(callback_message.last_received_at, EXCLUDED.last_received_at)`;

const updateRepeats = `
  UPDATE callback_message AS message SET
    deliveries = message.deliveries + repeat.deliveries,
    last_received_at = greatest(message.last_received_at, repeat.last_at)
   FROM unnest($16::uuid[], $17::timestamptz[], $18::int[]) AS repeat (id, last_at, deliveries)
  WHERE message.id = repeat.id`;

const insertDeliveries = `
  INSERT INTO callback_delivery (business_id, message_id, received_at, headers, key_name, signature)
  SELECT * FROM unnest($19::uuid[], $20::uuid[], $21::timestamptz[], $22::jsonb[], $23::text[], $24::text[])`;

const inboxParameterCount = 24;

/** Writes a batch in one statement: messages, deliveries and records. The notifications are sent on commit. */
export async function writeBatch(statements: PlainTransaction, batch: Batch): Promise<void> {
  const writtenTables = recordTableNames.filter((table) => (batch.rows[table]?.length ?? 0) > 0);
  const upserts = writtenTables.map((table, index) =>
    buildUpsertSql(table, batch.rows[table]?.[0] ?? {}, inboxParameterCount + index + 1),
  );
  const forms = await readWrittenForms(statements);
  const writes = [insertMessages, updateRepeats, insertDeliveries, ...upserts];
  const notificationParameter = inboxParameterCount + writtenTables.length + 1;
  await statements.run(
    `WITH ${writes.map((sql, index) => `w${index} AS (${sql})`).join(', ')}
     SELECT pg_notify('${liveChannel}', payload)::text FROM unnest($${notificationParameter}::text[]) AS payload`,
    [
      ...inboxValues(batch),
      ...writtenTables.map((table) => toRowsJson(table, batch.rows[table] ?? [], forms)),
      batch.notifications,
    ],
  );
}

function inboxValues({ messages, repeats, deliveries }: Batch): unknown[] {
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
  ];
}
