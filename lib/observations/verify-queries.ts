import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/platform/db.ts';
import type { BusinessId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { Acceptance } from './model-acceptance.ts';
import { acceptances } from './model-acceptance.ts';

/** What was stored, as bytes, for rebuilding what is known of a record. */
export type StoredCallback = {
  readonly id: string;
  readonly businessId: BusinessId;
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
  readonly verdict: string;
  readonly subjectId: string | null;
  /** What a person accepted of it. */
  readonly accepted: readonly Acceptance[];
};

export type StoredAnswer = {
  readonly id: string;
  readonly paymentId: PaymentId;
  readonly source: 'create' | 'read' | 'import';
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly body: Uint8Array;
};

const bytes = z.instanceof(Uint8Array);
const callback = z
  .object({
    id: z.string(),
    business_id: z.string(),
    body: bytes,
    first_received_at: z.date(),
    verdict: z.string(),
    subject_id: z.string().nullable(),
    accepted: acceptances,
  })
  .transform(
    (row): StoredCallback => ({
      id: row.id,
      businessId: toId<BusinessId>(row.business_id),
      body: row.body,
      receivedAt: fromDate(row.first_received_at),
      verdict: row.verdict,
      subjectId: row.subject_id,
      accepted: row.accepted,
    }),
  );
const answer = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    source: z.enum(['create', 'read', 'import']),
    first_started_at: z.date(),
    last_started_at: z.date(),
    body: bytes,
  })
  .transform(
    (row): StoredAnswer => ({
      id: row.id,
      paymentId: toId<PaymentId>(row.payment_id),
      source: row.source,
      firstAt: fromDate(row.first_started_at),
      lastAt: fromDate(row.last_started_at),
      body: row.body,
    }),
  );

async function select<T>(row: z.ZodType<T>, sql: string, values: unknown[]): Promise<T[]> {
  const { rows } = await databasePool().query(sql, values);
  return z.array(row).parse(rows);
}

const callbackColumns =
  'id::text, business_id::text, body, first_received_at, verdict, subject_id::text, accepted';
const answerColumns = 'id::text, payment_id::text, source, first_started_at, last_started_at, body';

/** The deposit callbacks and answers of a payment, and those that its deposits' conflicts name. */
export async function storedOfPayment(
  businessId: BusinessId,
  paymentId: PaymentId,
  named: readonly string[],
): Promise<{ callbacks: StoredCallback[]; answers: StoredAnswer[] }> {
  const values = [businessId, paymentId, [...named]];
  return {
    callbacks: await select(
      callback,
      `SELECT ${callbackColumns} FROM callback_message WHERE business_id = $1 AND kind = 'deposit-received'
        AND (payment_id = $2 AND verdict IN ('applied', 'new-version') OR id = ANY($3::text[]::uuid[]))`,
      values,
    ),
    answers: await select(
      answer,
      `SELECT ${answerColumns} FROM service_answer WHERE business_id = $1
        AND (payment_id = $2 OR id = ANY($3::text[]::uuid[]))`,
      values,
    ),
  };
}

export const storedOfWithdrawal = (
  businessId: BusinessId,
  withdrawalId: WithdrawalId,
): Promise<StoredCallback[]> =>
  select(
    callback,
    `SELECT ${callbackColumns} FROM callback_message WHERE business_id = $1 AND kind = 'withdrawal'
      AND subject_id = $2 AND verdict IN ('applied', 'new-version')`,
    [businessId, withdrawalId],
  );

const subject = z.object({ business_id: z.string(), id: z.string(), seeded: z.boolean() });
export type Subject = z.output<typeof subject>;

type Place = {
  readonly table: string;
  readonly id: string;
  readonly where?: string;
  readonly seeded?: string;
};
const seeded = `provenance @> '[{"source": "seed"}]'`;

const places: Readonly<Record<'payment' | 'withdrawal', readonly Place[]>> = {
  payment: [
    { table: 'payment', id: 'payment_id', seeded },
    { table: 'service_answer', id: 'payment_id' },
    {
      table: 'callback_message',
      id: 'payment_id',
      where: "kind = 'deposit-received' AND verdict IN ('applied', 'new-version') AND payment_id IS NOT NULL",
    },
  ],
  withdrawal: [
    { table: 'withdrawal', id: 'withdrawal_id', seeded },
    {
      table: 'callback_message',
      id: 'subject_id',
      where: "kind = 'withdrawal' AND verdict IN ('applied', 'new-version') AND subject_id IS NOT NULL",
    },
  ],
};

/** The next ones of one place, by its index. */
const next = ({ table, id, where = 'true', seeded: mark = 'false' }: Place) =>
  `(SELECT DISTINCT business_id, ${id} AS id, ${mark} AS seeded FROM ${table}
     WHERE (business_id, ${id}) > ($1::uuid, $2::uuid) AND ${where} ORDER BY 1, 2 LIMIT $3)`;

/**
 * Every payment or withdrawal that is known, or that something stored speaks of, page by page; and whether
 * `npm run seed` made it up, so that there are no bytes to rebuild it from.
 */
export function subjectsAfter(
  kind: 'payment' | 'withdrawal',
  after: Subject | null,
  limit: number,
): Promise<Subject[]> {
  return select(
    subject,
    `SELECT business_id::text, id::text, bool_or(seeded) AS seeded
       FROM (${places[kind].map(next).join(' UNION ALL ')}) AS one
      GROUP BY one.business_id, one.id ORDER BY one.business_id, one.id LIMIT $3`,
    [
      after?.business_id ?? '00000000-0000-0000-0000-000000000000',
      after?.id ?? '00000000-0000-0000-0000-000000000000',
      limit,
    ],
  );
}
