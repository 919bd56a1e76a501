import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId, MessageId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { CallbackKind } from '../model/parsed-callback.ts';
import { isCallbackKind } from '../model/parsed-callback.ts';
import type { QuarantineOverride } from '../model/quarantine-override.ts';
import { quarantineOverrides } from '../model/quarantine-override.ts';
import type { QueryFunction } from '../rebuild/verify-queries.ts';

/**
 * Selects stored messages. Null fields select all. Times are those of the first receipt, in milliseconds. Without a
 * kind, verdict or message, stored answers and imports are selected too.
 */
export type MessageSelection = {
  readonly kind: CallbackKind | null;
  readonly verdict: 'applied' | 'new-version' | 'quarantined' | null;
  readonly from: number | null;
  /** Exclusive upper bound. */
  readonly to: number | null;
  readonly message: MessageId | null;
  /** Selected messages, by ID. */
  readonly messages?: readonly MessageId[] | null;
};

/** The last processed message or answer. `at` is in microseconds, as text. */
export type ReprocessPosition = { readonly at: string; readonly id: string };

export type StoredCallback = {
  readonly id: MessageId;
  readonly kind: CallbackKind;
  readonly body: Uint8Array;
  readonly verdict: string;
  readonly accepted: readonly QuarantineOverride[];
  readonly revision: number;
};

/** A message, or an answer, whose payment’s record is rebuilt. */
export type ReprocessCandidate = { readonly place: ReprocessPosition } & (
  | { readonly message: StoredCallback }
  | { readonly message: null; readonly paymentId: PaymentId }
);

const positionColumns = { at: z.string(), place_id: z.string() };
const row = z.union([
  z.object({
    ...positionColumns,
    kind: z.string(),
    body: z.instanceof(Uint8Array),
    verdict: z.string(),
    accepted: quarantineOverrides,
    revision: z.number(),
  }),
  z.object({ ...positionColumns, kind: z.null(), payment_id: z.string() }),
]);

const moment = (parameter: string) => `timestamptz 'epoch' + ${parameter}::bigint * interval '1 millisecond'`;

/** Rejected messages stay rejected, and raw ones have no known format. */
const conditions = `business_id = $1::uuid AND verdict IN ('applied', 'new-version', 'quarantined')
  AND ($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR verdict = $3)
  AND ($4::bigint IS NULL OR first_received_at >= ${moment('$4')})
  AND ($5::bigint IS NULL OR first_received_at < ${moment('$5')})
  AND ($6::uuid IS NULL OR id = $6) AND ($7::uuid[] IS NULL OR id = ANY($7))`;

const answerConditions = `business_id = $1::uuid AND $2::text IS NULL AND $3::text IS NULL AND $6::uuid IS NULL
  AND $7::uuid[] IS NULL
  AND ($4::bigint IS NULL OR first_started_at >= ${moment('$4')})
  AND ($5::bigint IS NULL OR first_started_at < ${moment('$5')})`;

const toValues = (
  businessId: BusinessId,
  { kind, verdict, from, to, message, messages }: MessageSelection,
) => [businessId, kind, verdict, from, to, message, messages ?? null];

const selectNext = (table: string, columns: string, time: string, where: string) =>
  `(SELECT ${columns}, ${time} AS received, id, (extract(epoch from ${time}) * 1000000)::bigint::text AS at
      FROM ${table} WHERE ${where}
       AND ($8::bigint IS NULL OR (${time}, id) >
         (timestamptz 'epoch' + $8::bigint * interval '1 microsecond', $9::uuid))
     ORDER BY ${time}, id LIMIT $10)`;

const nextMessages = selectNext(
  'callback_message',
  'kind, body, verdict, accepted, revision, NULL AS payment_id',
  'first_received_at',
  conditions,
);
const nextAnswers = selectNext(
  'service_answer',
  'NULL, NULL, NULL, NULL, NULL, payment_id::text',
  'first_started_at',
  answerConditions,
);

/** Returns the next messages and answers, in order of their receipt. */
export async function listCandidates(
  select: QueryFunction,
  businessId: BusinessId,
  selection: MessageSelection,
  after: ReprocessPosition | null,
  limit: number,
): Promise<readonly ReprocessCandidate[]> {
  const rows = await select(
    `SELECT kind, body, verdict, accepted, revision, payment_id, at, id::text AS place_id
       FROM (${nextMessages} UNION ALL ${nextAnswers}) AS next ORDER BY received, id LIMIT $10`,
    [...toValues(businessId, selection), after?.at ?? null, after?.id ?? null, limit],
  );
  return z
    .array(row)
    .parse(rows)
    .map(({ at, place_id: id, ...rest }): ReprocessCandidate => {
      if (rest.kind === null) return { message: null, paymentId: toId(rest.payment_id), place: { at, id } };
      if (!isCallbackKind(rest.kind)) throw new TypeError(`a stored message is of the kind ${rest.kind}`);
      return { message: { ...rest, kind: rest.kind, id: toId<MessageId>(id) }, place: { at, id } };
    });
}

/** Counts the selected messages and answers. */
export async function countCandidates(businessId: BusinessId, selection: MessageSelection): Promise<number> {
  const { rows } = await databasePool().query<{ count: number }>(
    `SELECT (SELECT count(*)::int FROM callback_message WHERE ${conditions}) +
            (SELECT count(*)::int FROM service_answer WHERE ${answerConditions}) AS count`,
    toValues(businessId, selection),
  );
  return rows[0]?.count ?? 0;
}
