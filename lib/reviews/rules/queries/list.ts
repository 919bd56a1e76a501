import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { readTimeZone } from '#lib/businesses/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { instant, toDate } from '#lib/values/instant.ts';
import { transferKinds } from '../../model-transfers.ts';
import { readNames } from '../../settings/queries/people.ts';
import { changeKinds, ruleStates } from '../model/rule.ts';
import { describeRule } from '../model/sentence.ts';
import { countedDays, maximumCounted } from '../schema/choices.ts';
import { storedSpec } from '../schema/forms.ts';
import type { RuleList } from '../schema/views.ts';

/** Limit far above the number of rules of any business. */
const listLimit = 500;

const text = `
  SELECT r.rule_id AS "ruleId", r.state, ${millisecondsSql('r.changed_at')} AS "changedAt", t.name, t.subject_kind AS subject, t.spec,
         f.number AS "inForce", ${millisecondsSql('CASE WHEN f.ended_at IS NULL THEN f.begins_at END')} AS since, newest.number AS newest,
         c.after ->> 'kind' AS "waitsKind", c.proposed_by AS "waitsBy",
         (SELECT count(*)::int FROM (SELECT 1 FROM review_fact a WHERE a.business_id = r.business_id
            AND a.kind = 'rule:' || r.rule_id::text AND a.kind LIKE 'rule:%'
            AND a.seen_at > $2::timestamptz - interval '${countedDays} days' LIMIT ${maximumCounted}) AS bounded) AS cases
    FROM review_rule r
    CROSS JOIN LATERAL (SELECT max(n.number) AS number FROM review_rule_text n
      WHERE n.business_id = r.business_id AND n.rule_id = r.rule_id) AS newest
    LEFT JOIN LATERAL (SELECT * FROM review_rule_force s WHERE s.business_id = r.business_id AND s.rule_id = r.rule_id
      ORDER BY s.ended_at IS NULL DESC, s.ended_at DESC LIMIT 1) AS f ON true
    JOIN review_rule_text t ON t.business_id = r.business_id AND t.rule_id = r.rule_id
      AND t.number = coalesce(f.number, newest.number)
    LEFT JOIN proposal c ON c.business_id = r.business_id AND c.kind = 'review-rule' AND c.subject = r.rule_id::text
      AND c.state = 'proposed'
   WHERE r.business_id = $1::uuid
   ORDER BY CASE WHEN c.proposal_id IS NOT NULL THEN 0 ELSE array_position(ARRAY['active', 'draft', 'paused', 'retired'], r.state) END,
            r.changed_at DESC, r.rule_id LIMIT ${listLimit}`;

const row = z.object({
  ruleId: z.string(),
  state: z.enum(ruleStates),
  changedAt: z.coerce.number(),
  name: z.string(),
  subject: z.enum(transferKinds),
  spec: storedSpec,
  inForce: z.number().nullable(),
  since: z.string().nullable(),
  newest: z.number(),
  waitsKind: z.enum(changeKinds).nullable(),
  waitsBy: z.string().nullable(),
  cases: z.number(),
});

/**
 * Returns every rule of the business. Rules with a pending change come first.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listRules(context: Context<PersonActor>, business: string): Promise<RuleList> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const [{ rows }, zone] = await Promise.all([
    databasePool().query(text, [businessId, toDate(context.clock.now())]),
    readTimeZone(context, businessId),
  ]);
  const read = z.array(row).parse(rows);
  const named = await readNames(read.map(({ waitsBy }) => waitsBy));
  return {
    businessId,
    zone,
    rows: read.map(({ spec, waitsKind, waitsBy, since, changedAt, ...rest }) => ({
      ...rest,
      sentence: describeRule(rest.subject, spec, zone),
      since: since === null ? null : instant(Number(since)),
      waits:
        waitsKind === null || waitsBy === null
          ? null
          : { kind: waitsKind, by: named(waitsBy), isOwn: waitsBy === context.actor.personId },
      changedAt: instant(changedAt),
    })),
  };
}
