import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { listAnswerDepositIds } from '#lib/observations/index.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import type { DepositId, PaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { parseFlaws } from './timeline-flaws.ts';
import { readTimelineNames } from './timeline-names.ts';
import type { PositionedEntry, TimelineRead } from './timeline-page.ts';
import { findEndPosition } from './timeline-page.ts';
import type { OrderColumns, TimelinePosition } from './timeline-position.ts';
import { afterPosition, positionColumns } from './timeline-position.ts';

/** Entries use the random reference, because the id is made from bytes that may be hidden. */
const columns: OrderColumns = { kind: 'answer', at: 'a.first_started_at', id: 'a.reference', type: 'uuid' };

const toInstant = z.string().transform((text) => instant(Number(text)));
const answerRow = z.object({
  micros: z.string(),
  place_id: z.string(),
  at: toInstant,
  last: toInstant,
  source: z.enum(['create', 'read', 'import']),
  repeats: z.number(),
  flaws: z.unknown(),
  person_id: z.string().nullable(),
  file_name: z.string().nullable(),
  names_it: z.boolean(),
  doubtful: z.instanceof(Uint8Array).nullable(),
});
type AnswerRow = z.output<typeof answerRow>;

/** Later answers that differ from `a` only in risk detail. */
const hiddenAnswersSql = 'FROM service_answer hidden WHERE hidden.shown_with = a.id';

/**
 * Without risk.read such an answer counts as another receipt of the first one, and an import of risk detail alone is
 * left out.
 */
function selectVisible(maySeeRisk: boolean) {
  const [repeats, last, always] = maySeeRisk
    ? ['a.repeats', 'a.last_started_at', 'true']
    : [
        `(a.repeats + coalesce((SELECT sum(hidden.repeats) ${hiddenAnswersSql}), 0))::int`,
        `greatest(a.last_started_at, (SELECT max(hidden.last_started_at) ${hiddenAnswersSql}))`,
        '(a.shown_with IS NULL AND NOT a.risk_only)',
      ];
  return {
    always,
    select: `${positionColumns(columns)}, a.source, ${repeats} AS repeats, a.flaws, a.person_id::text, a.file_name,
      ${millisecondsSql('a.first_started_at')} AS at, ${millisecondsSql(last)} AS last`,
  };
}
/** Newest first, without the bodies of up to 256 KiB. */
const orderSql = 'ORDER BY a.first_started_at DESC, a.reference DESC';

async function toTimelinePart(
  scope: Scope,
  rows: readonly AnswerRow[],
  matching: readonly AnswerRow[],
  limit: number,
) {
  const names = await readTimelineNames(matching.map((one) => one.person_id));
  const secrets = await listCallbackSecrets();
  const toPosition = ({ micros, place_id }: AnswerRow): TimelinePosition => ({
    micros,
    kind: 'answer',
    id: place_id,
  });
  return {
    endPosition: findEndPosition(rows.map(toPosition), limit),
    found: matching.map(
      (one): PositionedEntry => ({
        place: toPosition(one),
        entry: {
          id: `answer-${one.place_id}`,
          at: one.at,
          kind: 'answer',
          source: one.source,
          lastAt: one.last,
          repeats: one.repeats,
          flaws: parseFlaws(scope, one.flaws, secrets),
          person: one.person_id === null ? null : (names.get(one.person_id) ?? null),
          fileName: one.file_name,
          raw: `answer-${one.place_id}`,
        },
      }),
    ),
  };
}

/** Lists every distinct answer about a payment: to its creation, to a read, or imported by a person. */
export async function listAnswers(
  scope: Scope,
  paymentId: PaymentId,
  place: TimelinePosition | null,
  limit: number,
): Promise<TimelineRead> {
  const statement = new Statement();
  const { select, always } = selectVisible(scope.may('risk.read'));
  const { rows } = await databasePool().query(
    `SELECT ${select}, true AS names_it, NULL::bytea AS doubtful FROM service_answer a
      WHERE a.business_id = ${statement.bind(scope.businessId)}::uuid
        AND a.payment_id = ${statement.bind(paymentId)}::uuid AND ${always}
        AND ${afterPosition(statement, columns, place)}
      ${orderSql} LIMIT ${statement.bind(limit)}`,
    statement.values,
  );
  const all = z.array(answerRow).parse(rows);
  return toTimelinePart(scope, all, all, limit);
}

/**
 * Lists the payments' answers that mention a deposit, since its first observation. The bodies of as many answers as a
 * page has entries are searched for the id. Bodies with escaped letters (`\u0030`) are parsed.
 */
export async function listAnswersAboutDeposit(
  scope: Scope,
  deposit: {
    readonly depositId: DepositId;
    readonly since: Instant;
    readonly payments: readonly PaymentId[];
  },
  place: TimelinePosition | null,
  limit: number,
): Promise<TimelineRead> {
  const statement = new Statement();
  const { select, always } = selectVisible(scope.may('risk.read'));
  const business = statement.bind(scope.businessId);
  const since = statement.bind(String(deposit.since));
  const isAfterCursor = afterPosition(statement, columns, place);
  const maxRows = statement.bind(limit);
  const { rows } = await databasePool().query(
    `WITH candidate AS MATERIALIZED (
       SELECT a.* FROM unnest(${statement.bind([...deposit.payments])}::text[]) AS p (id)
       CROSS JOIN LATERAL (
         SELECT * FROM service_answer a WHERE a.business_id = ${business}::uuid AND a.payment_id = p.id::uuid AND ${always}
            AND a.first_started_at >= timestamptz 'epoch' + ${since}::bigint * interval '1 millisecond' AND ${isAfterCursor}
          ${orderSql} LIMIT ${maxRows}) AS a
       ${orderSql} LIMIT ${maxRows})
     SELECT ${select}, named.it AS names_it,
            CASE WHEN NOT named.it AND position('\\x5c7530'::bytea IN a.body) > 0 THEN a.body END AS doubtful
       FROM candidate a CROSS JOIN LATERAL (
         SELECT position(${statement.bind(deposit.depositId)} IN lower(encode(a.body, 'escape'))) > 0 AS it) AS named
      ${orderSql}`,
    statement.values,
  );
  const all = z.array(answerRow).parse(rows);
  const mentionsDeposit = ({ names_it, doubtful, source }: AnswerRow) =>
    names_it ||
    (doubtful !== null && listAnswerDepositIds({ body: doubtful, source }).has(deposit.depositId));
  return toTimelinePart(scope, all, all.filter(mentionsDeposit), limit);
}
