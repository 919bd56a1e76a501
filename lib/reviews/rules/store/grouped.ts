import 'server-only';
import type { TransferKind } from '../../model-transfers.ts';
import type { Grouping, RuleSpec } from '../model/rule.ts';
import { figureColumns, subjectTable } from './figures.ts';

type Velocity = Extract<RuleSpec, { kind: 'velocity' }>;

type Group = {
  /** Join that the key needs. */
  readonly join: string;
  readonly key: string;
  /** Second part of the key, or a constant. */
  readonly tag: string;
  readonly condition: string;
  /** FROM clause with conditions that selects the members of the group `g.key` in a period by an index. */
  readonly members: string;
};

function buildGroup(subject: TransferKind, per: Grouping, table: string): Group {
  const { id, at, address, isAddress, hasOwnAddress } = subjectTable[subject];
  const stretch = (column: string) =>
    `${column} >= g.first - $3::interval AND ${column} <= g.last + $3::interval`;
  if (per === 'owner')
    return {
      join: `JOIN review_entity o ON o.business_id = $1::uuid AND o.subject_kind = '${subject}' AND o.subject_id = ${id}
        AND o.relation = 'owner'`,
      key: 'o.entity_key',
      tag: "''",
      condition: 'true',
      members: `review_entity o JOIN ${table} ON x.business_id = $1::uuid AND ${id} = o.subject_id
        WHERE o.business_id = $1::uuid AND o.entity_key = g.key AND o.relation = 'owner' AND o.subject_kind = '${subject}'
          AND ${stretch('o.at')}`,
    };
  if (per === 'reference')
    return {
      join: 'JOIN payment p ON p.business_id = $1::uuid AND p.payment_id = x.payment_id',
      key: 'p.client_payment_id',
      tag: "''",
      condition: "p.client_payment_id <> ''",
      members: `payment p JOIN ${table} ON x.business_id = $1::uuid AND x.payment_id = p.payment_id
        WHERE p.business_id = $1::uuid AND p.client_payment_id = g.key AND ${stretch(at)}`,
    };
  return {
    join: '',
    key: address,
    tag: subject === 'withdrawal' ? "coalesce(x.to_tag, '')" : "''",
    condition: hasOwnAddress,
    members: `${table} WHERE ${isAddress('x', 'g.key')} AND ${hasOwnAddress}
      ${subject === 'withdrawal' ? "AND coalesce(x.to_tag, '') = g.tag" : ''} AND ${stretch(at)}`,
  };
}

/** Longer than a day on which the clocks change. */
const dayReach = '26 hours';

/**
 * Counts and totals the group of each subject over the span that ends with it. Periods of a group are split by span, so
 * that two distant subjects don't cause a read of everything between them.
 * Parameters are: `$1` business, `$2` ids, `$3` length of the span, `$4` currency of a total or null.
 */
export function buildGroupedQuery(
  subject: TransferKind,
  { per, measure, span }: Velocity,
  values: readonly unknown[],
  followers: boolean,
): [string, unknown[]] {
  const { table, id, at, known } = subjectTable[subject];
  const group = buildGroup(subject, per, table);
  const columns = measure.of === 'sum' ? figureColumns(subject, measure.figure) : null;
  const counts =
    columns === null ? 'true' : `${columns.currency} = $4::text AND ${columns.summed} IS NOT NULL`;
  const reach = span.unit === 'day' ? dayReach : `${span.hours} hours`;
  const zone = `(SELECT b.time_zone FROM business b WHERE b.id = $1::uuid)`;
  const frame =
    span.unit === 'day'
      ? `(PARTITION BY key, tag, (moment AT TIME ZONE ${zone})::date ORDER BY moment)`
      : '(PARTITION BY key, tag ORDER BY moment RANGE BETWEEN $3::interval PRECEDING AND CURRENT ROW)';
  const text = `WITH groups AS (
      SELECT ${group.key} AS key, ${group.tag} AS tag, min(${at}) AS first, max(${at}) AS last
        FROM unnest($2::uuid[]) AS due(id) JOIN ${table} ON x.business_id = $1::uuid AND ${id} = due.id ${group.join}
       WHERE ${group.condition}
       GROUP BY 1, 2, floor(extract(epoch from ${at}) / extract(epoch from $3::interval))),
    members AS (
      SELECT m.key, m.tag, m.id, m.moment, m.known, m.value, bool_or(m.moment >= m.first) AS touched
        FROM (SELECT g.key, g.tag, g.first, n.* FROM groups g CROSS JOIN LATERAL (
          SELECT ${id} AS id, ${at} AS moment, ${known} AS known, ${columns?.summed ?? 'NULL::numeric'} AS value
            FROM ${group.members} AND ${counts} AND $4::text IS NOT DISTINCT FROM $4::text) AS n) AS m
       GROUP BY m.key, m.tag, m.id, m.moment, m.known, m.value),
    counted AS (
      SELECT id, moment, known, touched, count(*) OVER w AS count,
             least(sum(value) OVER w, ${'9'.repeat(35)}) AS sum
        FROM members WINDOW w AS ${frame})
    SELECT id::text AS id, moment::text AS at, floor(extract(epoch from known) * 1000)::text AS known,
           count::text AS count, trim_scale(sum)::text AS sum
      FROM counted WHERE ${followers ? 'touched' : 'id = ANY($2::uuid[])'}
     ORDER BY moment, id`;
  return [text, [...values, reach, measure.of === 'sum' ? measure.currency : null]];
}
