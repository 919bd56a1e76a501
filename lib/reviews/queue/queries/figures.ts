import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { countBound } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { toDate } from '#lib/values/instant.ts';
import { figureDays } from '../../cases/schema/choices.ts';
import { decisionKinds, factKinds, parseStoredKind } from '../../model.ts';
import { listAssignees, readNames } from '../../settings/queries/people.ts';
import { readDeskSettings, readSettingsProposal } from '../../settings/queries/settings.ts';
import { readCategories } from '../../settings/store/categories.ts';
import { readReasonTemplates } from '../../settings/store/reason-templates.ts';
import type { DeskFigures } from '../schema-figures.ts';

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

/** Decisions that took effect in the period. A reversed one stays counted, with its reversal. */
const decided = `SELECT d.case_id, d.decision_id, d.kind, d.proposed_by, d.answered_by, c.opened_at,
    coalesce(d.answered_at, d.proposed_at) AS decided_at, d.reversed_at IS NOT NULL AS is_reversed
  FROM review_decision d
  JOIN review_case c ON c.business_id = d.business_id AND c.case_id = d.case_id
  WHERE d.business_id = $1::uuid AND d.state = 'final'
    AND coalesce(d.answered_at, d.proposed_at) > $2::timestamptz - interval '${figureDays} days'`;

const times = `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch from decided_at - opened_at)) AS median,
    percentile_cont(0.9) WITHIN GROUP (ORDER BY extract(epoch from decided_at - opened_at)) AS slow
  FROM (${decided}) AS s`;
const kinds = `SELECT kind, count(*)::int AS count, count(*) FILTER (WHERE is_reversed)::int AS reversed
  FROM (${decided}) AS s GROUP BY kind`;
/** Counts each reason of a case and its merged cases once for each decision. A rule has the name of its latest match. */
const reasons = `SELECT f.kind, (array_agg(f.detail #>> '{rule,name}' ORDER BY f.seen_at DESC))[1] AS rule,
    count(DISTINCT s.decision_id)::int AS decided,
    count(DISTINCT s.decision_id) FILTER (WHERE s.kind = 'clear' AND NOT s.is_reversed)::int AS cleared,
    count(DISTINCT s.decision_id) FILTER (WHERE s.is_reversed)::int AS reversed
  FROM (${decided}) AS s
  JOIN review_case m ON m.business_id = $1::uuid AND m.owner_id = s.case_id
  JOIN review_fact f ON f.business_id = $1::uuid AND f.case_id = m.case_id
  GROUP BY f.kind ORDER BY count(DISTINCT s.decision_id) DESC, f.kind LIMIT 50`;
const reviewers = `SELECT person, count(*) FILTER (WHERE proposed)::int AS proposed,
    count(*) FILTER (WHERE NOT proposed)::int AS confirmed,
    count(*) FILTER (WHERE is_reversed)::int AS reversed
  FROM (SELECT proposed_by AS person, true AS proposed, is_reversed FROM (${decided}) AS a
    UNION ALL SELECT answered_by, false, is_reversed FROM (${decided}) AS b WHERE answered_by IS NOT NULL) AS acts
  GROUP BY person ORDER BY count(*) DESC, person`;

const counted = z
  .number()
  .transform((count): ListCount => ({ count: Math.min(count, countBound), more: count > countBound }));
const agesRow = z.object({ day: counted, three: counted, week: counted, older: counted, overdue: counted });
const seconds = z.number().nullable();
const kindRow = z.object({ kind: z.enum(decisionKinds), count: z.number(), reversed: z.number() });
const reasonRow = z.object({
  kind: z.string(),
  rule: z.string().nullable(),
  decided: z.number(),
  cleared: z.number(),
  reversed: z.number(),
});
const reviewerRow = z.object({
  person: z.string(),
  proposed: z.number(),
  confirmed: z.number(),
  reversed: z.number(),
});

/**
 * Reads the figures of the desk: open cases by age, and decisions by kind, duration and reviewer.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readFigures(context: Context<PersonActor>, business: string): Promise<DeskFigures> {
  const { businessId, may } = requirePermission(context, business, 'review.work');
  const values = [businessId, toDate(context.clock.now())];
  const pool = databasePool();
  const [open, time, byKind, byReason, people, settings, change, eligible, categories, templates] =
    await Promise.all([
      pool.query(age, values),
      pool.query(times, values),
      pool.query(kinds, values),
      pool.query(reasons, values),
      pool.query(reviewers, values),
      readDeskSettings(context, businessId),
      readSettingsProposal(context, businessId),
      listAssignees(businessId),
      readCategories(businessId),
      readReasonTemplates(businessId),
    ]);
  const ofKinds = z.array(kindRow).parse(byKind.rows);
  const acts = z.array(reviewerRow).parse(people.rows);
  const named = await readNames(acts.map(({ person }) => person));
  const { median, slow } = z.object({ median: seconds, slow: seconds }).parse(time.rows[0]);
  const decided = ofKinds.reduce((sum, { count }) => sum + count, 0);
  const clear = ofKinds.find(({ kind }) => kind === 'clear');
  const cleared = clear === undefined ? 0 : clear.count - clear.reversed;
  return {
    open: agesRow.parse(open.rows[0]),
    medianSeconds: median,
    slowSeconds: slow,
    clearedShare: decided === 0 ? null : cleared / decided,
    decisions: decisionKinds.map(
      (kind) => ofKinds.find((one) => one.kind === kind) ?? { kind, count: 0, reversed: 0 },
    ),
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
    categories,
    templates,
    proposal: change.proposal,
    declined: change.declined,
    eligible: eligible.length,
    me: context.actor.personId,
    maySet: may('connection.manage'),
  };
}
