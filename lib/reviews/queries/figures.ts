import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { countBound } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { toDate } from '#lib/values/instant.ts';
import { decisionKinds, factKinds, parseStoredKind } from '../model.ts';
import { figureDays } from '../schema/choices.ts';
import type { DeskFigures } from '../schema/figures.ts';
import { listAssignees, readNames } from './people.ts';
import { readDeskSettings, readSettingsProposal } from './settings.ts';

/** Conditions for the age of open cases. An index has this order, so counting stops at the bound. */
const ages = {
  day: `opened_at > $2::timestamptz - interval '1 day'`,
  three: `opened_at <= $2::timestamptz - interval '1 day' AND opened_at > $2::timestamptz - interval '3 days'`,
  week: `opened_at <= $2::timestamptz - interval '3 days' AND opened_at > $2::timestamptz - interval '7 days'`,
  older: `opened_at <= $2::timestamptz - interval '7 days'`,
  overdue: 'due_at < $2::timestamptz',
};
const age = `SELECT ${Object.entries(ages)
  .map(
    ([name, condition]) => `(SELECT count(*)::int FROM (SELECT 1 FROM review_case
      WHERE business_id = $1::uuid AND state IN ('open', 'proposed') AND ${condition}
      LIMIT ${countBound + 1}) AS bounded) AS ${name}`,
  )
  .join(', ')}`;

/** Current decisions. */
const standing = `SELECT c.case_id, d.kind, d.proposed_by, d.answered_by, c.opened_at, c.decided_at
  FROM review_case c JOIN review_decision d ON d.business_id = c.business_id AND d.decision_id = c.decision_id
  WHERE c.business_id = $1::uuid AND c.state = 'decided'
    AND c.decided_at > $2::timestamptz - interval '${figureDays} days'`;

const times = `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch from decided_at - opened_at)) AS median,
    percentile_cont(0.9) WITHIN GROUP (ORDER BY extract(epoch from decided_at - opened_at)) AS slow
  FROM (${standing}) AS s`;
const kinds = `SELECT kind, count(*)::int AS count FROM (${standing}) AS s GROUP BY kind`;
/** Counts each reason of a case and its merged cases once. A rule has the name of its latest match. */
const reasons = `SELECT f.kind, (array_agg(f.detail #>> '{rule,name}' ORDER BY f.seen_at DESC))[1] AS rule,
    count(DISTINCT s.case_id)::int AS decided,
    count(DISTINCT s.case_id) FILTER (WHERE s.kind = 'clear')::int AS cleared
  FROM (${standing}) AS s
  JOIN LATERAL (SELECT s.case_id UNION ALL
    SELECT m.case_id FROM review_case m WHERE m.business_id = $1::uuid AND m.merged_into = s.case_id) AS m ON true
  JOIN review_fact f ON f.business_id = $1::uuid AND f.case_id = m.case_id
  GROUP BY f.kind ORDER BY count(DISTINCT s.case_id) DESC, f.kind LIMIT 50`;
const reviewers = `SELECT person, count(*) FILTER (WHERE proposed)::int AS proposed,
    count(*) FILTER (WHERE NOT proposed)::int AS confirmed
  FROM (SELECT proposed_by AS person, true AS proposed FROM (${standing}) AS a
    UNION ALL SELECT answered_by, false FROM (${standing}) AS b WHERE answered_by IS NOT NULL) AS acts
  GROUP BY person ORDER BY count(*) DESC`;

const counted = z
  .number()
  .transform((count): ListCount => ({ count: Math.min(count, countBound), more: count > countBound }));
const agesRow = z.object({ day: counted, three: counted, week: counted, older: counted, overdue: counted });
const seconds = z.number().nullable();
const kindRow = z.object({ kind: z.enum(decisionKinds), count: z.number() });
const reasonRow = z.object({
  kind: z.string(),
  rule: z.string().nullable(),
  decided: z.number(),
  cleared: z.number(),
});
const reviewerRow = z.object({ person: z.string(), proposed: z.number(), confirmed: z.number() });

/**
 * Reads the figures of the desk: open cases by age, and decisions by kind, duration and reviewer.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readFigures(context: Context<PersonActor>, business: string): Promise<DeskFigures> {
  const { businessId, may } = requirePermission(context, business, 'review.work');
  const values = [businessId, toDate(context.clock.now())];
  const pool = databasePool();
  const [open, time, byKind, byReason, people, settings, proposal, eligible] = await Promise.all([
    pool.query(age, values),
    pool.query(times, values),
    pool.query(kinds, values),
    pool.query(reasons, values),
    pool.query(reviewers, values),
    readDeskSettings(context, businessId),
    readSettingsProposal(context, businessId),
    listAssignees(businessId),
  ]);
  const ofKinds = z.array(kindRow).parse(byKind.rows);
  const acts = z.array(reviewerRow).parse(people.rows);
  const named = await readNames(acts.map(({ person }) => person));
  const { median, slow } = z.object({ median: seconds, slow: seconds }).parse(time.rows[0]);
  return {
    open: agesRow.parse(open.rows[0]),
    medianSeconds: median,
    slowSeconds: slow,
    decisions: decisionKinds.map((kind) => ({
      kind,
      count: ofKinds.find((one) => one.kind === kind)?.count ?? 0,
    })),
    reasons: z
      .array(reasonRow)
      .parse(byReason.rows)
      .map(({ kind, rule, ...counts }) => ({
        kind: z.enum(factKinds).parse(parseStoredKind(kind)),
        rule: rule === null ? null : { ruleId: kind.slice('rule:'.length), name: rule },
        ...counts,
      })),
    reviewers: acts.map(({ person, ...rest }) => ({ person: named(person), ...rest })),
    settings,
    proposal,
    eligible: eligible.length,
    me: context.actor.personId,
    maySet: may('connection.manage'),
  };
}
