import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { RuleState, RuleText, Standing } from '../model/rule.ts';
import { ruleStates } from '../model/rule.ts';

/** A rule as it stands, held for the transaction. */
export type HeldRule = Standing & { readonly ruleId: string; readonly version: number };

const heldRow = z.object({
  rule_id: z.string(),
  state: z.enum(ruleStates),
  version: z.number(),
  newest: z.number(),
  in_force: z.number().nullable(),
});

/**
 * The rule, held. Throws Problem 'not-found', and 'conflict' where it is not the version that the person saw.
 */
export async function holdRule(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  version?: number,
): Promise<HeldRule> {
  const gone = new Problem('not-found', 'This business has no such rule.');
  if (!isUuid(ruleId)) throw gone;
  const rows: unknown = await transaction.$queryRaw`
    SELECT r.rule_id, r.state, r.version,
           (SELECT coalesce(max(t.number), 0) FROM review_rule_text t
             WHERE t.business_id = r.business_id AND t.rule_id = r.rule_id) AS newest,
           (SELECT f.number FROM review_rule_force f WHERE f.business_id = r.business_id AND f.rule_id = r.rule_id
             ORDER BY f.ended_at IS NULL DESC, f.ended_at DESC LIMIT 1) AS in_force
      FROM review_rule r WHERE r.business_id = ${businessId}::uuid AND r.rule_id = ${ruleId}::uuid FOR UPDATE OF r`;
  const found = z.array(heldRow).parse(rows)[0];
  if (found === undefined) throw gone;
  if (version !== undefined && version !== found.version)
    throw new Problem('conflict', 'The rule has changed since you opened it. Look at it again.');
  const { rule_id, in_force, ...rest } = found;
  return { ruleId: rule_id, inForce: in_force, ...rest };
}

export async function insertRule(
  transaction: Transaction,
  businessId: BusinessId,
  personId: PersonId,
  at: Instant,
): Promise<string> {
  const { ruleId } = await transaction.reviewRule.create({
    data: { businessId, createdById: personId, createdAt: toDate(at), changedAt: toDate(at) },
    select: { ruleId: true },
  });
  return ruleId;
}

/** Counts the rule's version up, and answers the new one. The database refuses a state that is not true. */
export async function changeRule(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  at: Instant,
  state?: RuleState,
): Promise<number> {
  const { version } = await transaction.reviewRule.update({
    where: { businessId_ruleId: { businessId, ruleId } },
    data: { ...(state === undefined ? {} : { state }), changedAt: toDate(at), version: { increment: 1 } },
    select: { version: true },
  });
  return version;
}

/** The next version of what the rule says. */
export async function insertText(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  number: number,
  text: RuleText,
  by: { readonly personId: PersonId; readonly at: Instant },
): Promise<void> {
  await transaction.reviewRuleText.create({
    data: {
      businessId,
      ruleId,
      number,
      name: text.name,
      subjectKind: text.subject,
      spec: text.spec,
      madeById: by.personId,
      madeAt: toDate(by.at),
    },
  });
}
