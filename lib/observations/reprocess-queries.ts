import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/platform/db.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Acceptance } from './model-acceptance.ts';
import { acceptances } from './model-acceptance.ts';
import type { CallbackKind } from './model-received.ts';
import { isCallbackKind } from './model-received.ts';

/** Which stored messages; null everywhere: all of them. Times are of their first receipt, in milliseconds. */
export type Selection = {
  readonly kind: CallbackKind | null;
  readonly verdict: 'applied' | 'new-version' | 'quarantined' | null;
  readonly from: number | null;
  /** Before this moment. */
  readonly to: number | null;
  readonly message: MessageId | null;
};

/** Where a reprocessing is: behind this message. `at` in microseconds, as text. */
export type ReprocessPlace = { readonly at: string; readonly id: string };

export type Candidate = {
  readonly id: MessageId;
  readonly kind: CallbackKind;
  readonly body: Uint8Array;
  readonly verdict: string;
  readonly accepted: readonly Acceptance[];
  readonly place: ReprocessPlace;
};

const row = z.object({
  id: z.string(),
  kind: z.string(),
  body: z.instanceof(Uint8Array),
  verdict: z.string(),
  accepted: acceptances,
  at: z.string(),
});

const moment = (parameter: string) => `timestamptz 'epoch' + ${parameter}::bigint * interval '1 millisecond'`;

/** What was rejected stays so, and what was only stored says nothing that could be read. */
const conditions = `business_id = $1::uuid AND verdict IN ('applied', 'new-version', 'quarantined')
  AND ($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR verdict = $3)
  AND ($4::bigint IS NULL OR first_received_at >= ${moment('$4')})
  AND ($5::bigint IS NULL OR first_received_at < ${moment('$5')})
  AND ($6::uuid IS NULL OR id = $6)`;

const valuesOf = (businessId: BusinessId, { kind, verdict, from, to, message }: Selection) => [
  businessId,
  kind,
  verdict,
  from,
  to,
  message,
];

/** The next messages in the order in which they came. */
export async function candidatesAfter(
  businessId: BusinessId,
  selection: Selection,
  place: ReprocessPlace | null,
  limit: number,
): Promise<readonly Candidate[]> {
  const { rows } = await databasePool().query(
    `SELECT id::text, kind, body, verdict, accepted,
            (extract(epoch from first_received_at) * 1000000)::bigint::text AS at
       FROM callback_message WHERE ${conditions}
        AND ($7::bigint IS NULL OR (first_received_at, id) >
          (timestamptz 'epoch' + $7::bigint * interval '1 microsecond', $8::uuid))
      ORDER BY first_received_at, id LIMIT $9`,
    [...valuesOf(businessId, selection), place?.at ?? null, place?.id ?? null, limit],
  );
  return z
    .array(row)
    .parse(rows)
    .flatMap(({ id, kind, at, ...rest }) =>
      isCallbackKind(kind) ? [{ ...rest, kind, id: toId<MessageId>(id), place: { at, id } }] : [],
    );
}

/** How many messages that is. */
export async function countCandidates(businessId: BusinessId, selection: Selection): Promise<number> {
  const { rows } = await databasePool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM callback_message WHERE ${conditions}`,
    valuesOf(businessId, selection),
  );
  return rows[0]?.count ?? 0;
}
