import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { tRuleRefusals } from '#lib/messages/reviews-server.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { transferKinds } from '../../model-transfers.ts';
import type { RuleState, RuleStatus, RuleText } from '../model/rule.ts';
import { ruleStates } from '../model/rule.ts';
import { storedActions, storedSpec } from '../schema/forms.ts';

/** A rule that is locked until the transaction ends. */
export type LockedRule = RuleStatus & { readonly ruleId: string; readonly version: number };

const lockedRow = z.object({
  rule_id: z.string(),
  state: z.enum(ruleStates),
  version: z.number(),
  newest: z.number(),
  in_force: z.number().nullable(),
});

/**
 * Locks the rule and returns it.
 *
 * @throws Problem 'not-found', or 'conflict' when `version` is not the current one
 */
export async function lockRule(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  version?: number,
): Promise<LockedRule> {
  const notFound = new Problem('not-found', tRuleRefusals('problem.notFound'));
  if (!isUuid(ruleId)) throw notFound;
  const rows: unknown = await transaction.$queryRaw`
    SELECT r.rule_id, r.state, r.version,
           (SELECT coalesce(max(t.number), 0) FROM review_rule_text t
             WHERE t.business_id = r.business_id AND t.rule_id = r.rule_id) AS newest,
           (SELECT f.number FROM review_rule_force f WHERE f.business_id = r.business_id AND f.rule_id = r.rule_id
             ORDER BY f.ended_at IS NULL DESC, f.ended_at DESC LIMIT 1) AS in_force
      FROM review_rule r WHERE r.business_id = ${businessId}::uuid AND r.rule_id = ${ruleId}::uuid FOR UPDATE OF r`;
  const found = z.array(lockedRow).parse(rows)[0];
  if (found === undefined) throw notFound;
  if (version !== undefined && version !== found.version)
    throw new Problem('conflict', tRuleRefusals('problem.changed'));
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

/** Increments the version of the rule and returns it. The database refuses a state that its changes don't support. */
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

/** Returns a version of the rule's condition. */
export async function readText(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  number: number,
): Promise<RuleText> {
  const { name, subjectKind, spec, actions } = await transaction.reviewRuleText.findUniqueOrThrow({
    where: { businessId_ruleId_number: { businessId, ruleId, number } },
  });
  return {
    name,
    subject: z.enum(transferKinds).parse(subjectKind),
    spec: storedSpec.parse(spec),
    actions: storedActions.parse(actions),
  };
}

/** Inserts the next version of the rule's condition. */
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
      actions: text.actions,
      madeById: by.personId,
      madeAt: toDate(by.at),
    },
  });
}
