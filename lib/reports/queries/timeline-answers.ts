import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { depositIdsIn, groupPaymentAnswers } from '#lib/observations/index.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import type { DepositId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { listVisibleFlaws } from './timeline-flaws.ts';
import { readNames } from './timeline-names.ts';
import type { PlacedEntry, TimelineRange } from './timeline-page.ts';
import { findScanEnd } from './timeline-page.ts';
import type { PositionColumns, TimelinePosition } from './timeline-position.ts';
import { afterPosition, selectPosition } from './timeline-position.ts';

/** By the random reference: the id is made from bytes that not everybody may see. */
const columns: PositionColumns = {
  kind: 'answer',
  at: 'a.first_started_at',
  id: 'a.reference',
  type: 'uuid',
};

const millis = z.string().transform((text) => instant(Number(text)));
const row = z.object({
  micros: z.string(),
  place_id: z.string(),
  at: millis,
  last: millis,
  source: z.enum(['create', 'read', 'import']),
  repeats: z.number(),
  flaws: z.unknown(),
  person_id: z.string().nullable(),
  file_name: z.string().nullable(),
  payment_id: z.string().transform((id) => toId<PaymentId>(id)),
  is_ungrouped: z.boolean(),
  names_it: z.boolean(),
  doubtful: z.instanceof(Uint8Array).nullable(),
});
type Row = z.output<typeof row>;

const toMillis = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::bigint::text`;
/** Later answers that differ from `a` in risk detail alone. */
const hidden = 'FROM service_answer hidden WHERE hidden.shown_with = a.id';

/** Without risk.read such an answer counts as another receipt of the first one, and an import of it alone is left out. */
function shownFor(maySeeRisk: boolean) {
  const [repeats, last, always] = maySeeRisk
    ? ['a.repeats', 'a.last_started_at', 'true']
    : [
        `(a.repeats + coalesce((SELECT sum(hidden.repeats) ${hidden}), 0))::int`,
        `greatest(a.last_started_at, (SELECT max(hidden.last_started_at) ${hidden}))`,
        '(a.shown_with IS NULL AND NOT a.risk_only)',
      ];
  return {
    always,
    select: `${selectPosition(columns)}, a.source, ${repeats} AS repeats, a.flaws, a.person_id::text, a.file_name,
      a.payment_id::text, a.visible_sha256 IS NULL AS is_ungrouped,
      ${toMillis('a.first_started_at')} AS at, ${toMillis(last)} AS last`,
  };
}
/** Newest first, without the bodies, which may be of 256 KiB each. */
const order = 'ORDER BY a.first_started_at DESC, a.reference DESC';

type Read = (maySeeRisk: boolean) => Promise<readonly Row[]>;

/** Rows as this person may see them. Those that were stored before answers were grouped are grouped first. */
async function readShown({ businessId, may }: Scope, read: Read): Promise<readonly Row[]> {
  if (may('risk.read')) return read(true);
  const rows = await read(false);
  const ungrouped = new Set(rows.flatMap((one) => (one.is_ungrouped ? [one.payment_id] : [])));
  if (ungrouped.size === 0) return rows;
  await groupPaymentAnswers(businessId, [...ungrouped]);
  return read(false);
}

async function stretchOf(scope: Scope, rows: readonly Row[], told: readonly Row[], limit: number) {
  const names = await readNames(told.map((one) => one.person_id));
  const secrets = await listCallbackSecrets();
  const placeOf = ({ micros, place_id }: Row): TimelinePosition => ({ micros, kind: 'answer', id: place_id });
  return {
    scannedTo: findScanEnd(rows.map(placeOf), limit),
    entries: told.map(
      (one): PlacedEntry => ({
        place: placeOf(one),
        entry: {
          id: `answer-${one.place_id}`,
          at: one.at,
          kind: 'answer',
          source: one.source,
          lastAt: one.last,
          repeats: one.repeats,
          flaws: listVisibleFlaws(scope, one.flaws, secrets),
          person: one.person_id === null ? null : (names.get(one.person_id) ?? null),
          fileName: one.file_name,
          raw: `answer-${one.place_id}`,
        },
      }),
    ),
  };
}

/** Every distinct answer about a payment: to its creation, to a read, or brought by a person. */
export async function listAnswers(
  scope: Scope,
  paymentId: PaymentId,
  place: TimelinePosition | null,
  limit: number,
): Promise<TimelineRange> {
  const all = await readShown(scope, async (maySeeRisk) => {
    const statement = new Statement();
    const { select, always } = shownFor(maySeeRisk);
    const { rows } = await databasePool().query(
      `SELECT ${select}, true AS names_it, NULL::bytea AS doubtful FROM service_answer a
        WHERE a.business_id = ${statement.bind(scope.businessId)}::uuid
          AND a.payment_id = ${statement.bind(paymentId)}::uuid AND ${always}
          AND ${afterPosition(statement, columns, place)}
        ${order} LIMIT ${statement.bind(limit)}`,
      statement.values,
    );
    return z.array(row).parse(rows);
  });
  return stretchOf(scope, all, all, limit);
}

/**
 * Those of the payments' answers that tell of a deposit. Nothing was told of it before it was first observed. What an
 * answer tells of stands in its bytes alone: so many are looked at as a page has entries, by their letters, and read
 * where letters are written in another way (`\u0030`).
 */
export async function listDepositAnswers(
  scope: Scope,
  deposit: {
    readonly depositId: DepositId;
    readonly since: Instant;
    readonly payments: readonly PaymentId[];
  },
  place: TimelinePosition | null,
  limit: number,
): Promise<TimelineRange> {
  const all = await readShown(scope, async (maySeeRisk) => {
    const statement = new Statement();
    const { select, always } = shownFor(maySeeRisk);
    const business = statement.bind(scope.businessId);
    const since = statement.bind(String(deposit.since));
    const behind = afterPosition(statement, columns, place);
    const most = statement.bind(limit);
    const { rows } = await databasePool().query(
      `WITH candidate AS MATERIALIZED (
         SELECT a.* FROM unnest(${statement.bind([...deposit.payments])}::text[]) AS p (id)
         CROSS JOIN LATERAL (
           SELECT * FROM service_answer a WHERE a.business_id = ${business}::uuid AND a.payment_id = p.id::uuid AND ${always}
              AND a.first_started_at >= timestamptz 'epoch' + ${since}::bigint * interval '1 millisecond' AND ${behind}
            ${order} LIMIT ${most}) AS a
         ${order} LIMIT ${most})
       SELECT ${select}, named.it AS names_it,
              CASE WHEN NOT named.it AND position('\\x5c7530'::bytea IN a.body) > 0 THEN a.body END AS doubtful
         FROM candidate a CROSS JOIN LATERAL (
           SELECT position(${statement.bind(deposit.depositId)} IN lower(encode(a.body, 'escape'))) > 0 AS it) AS named
        ${order}`,
      statement.values,
    );
    return z.array(row).parse(rows);
  });
  const tells = ({ names_it, doubtful, source }: Row) =>
    names_it || (doubtful !== null && depositIdsIn({ body: doubtful, source }).has(deposit.depositId));
  return stretchOf(scope, all, all.filter(tells), limit);
}
