import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { TransferKind } from '../../model-transfers.ts';
import { transferKinds } from '../../model-transfers.ts';
import type { RuleActions, RuleSpec } from '../model/rule.ts';
import { storedActions, storedSpec } from '../schema/forms.ts';

/** A version of a rule and the period in which it is active. */
export type ActiveRule = {
  readonly businessId: BusinessId;
  readonly ruleId: string;
  readonly number: number;
  readonly name: string;
  readonly subject: TransferKind;
  readonly spec: RuleSpec;
  readonly actions: RuleActions;
  readonly zone: string;
  readonly beginsMs: number;
  /** Null while the version is active. */
  readonly endedMs: number | null;
};

const row = z.object({
  business_id: z.string(),
  rule_id: z.string(),
  number: z.number(),
  name: z.string(),
  subject_kind: z.enum(transferKinds),
  spec: storedSpec,
  actions: storedActions,
  time_zone: z.string(),
  begins: z.coerce.number(),
  ended: z.string().nullable(),
});

/** Returns the active versions of the businesses and those that ended after `sinceMs`, newest first. */
export async function listActiveRules(
  transaction: Transaction,
  businessIds: readonly BusinessId[],
  sinceMs: number,
): Promise<readonly ActiveRule[]> {
  if (businessIds.length === 0) return [];
  const rows: unknown = await transaction.$queryRaw`
    SELECT f.business_id, f.rule_id, f.number, t.name, f.subject_kind, t.spec, t.actions, b.time_zone,
           floor(extract(epoch from f.begins_at) * 1000)::text AS begins,
           floor(extract(epoch from f.ended_at) * 1000)::text AS ended
      FROM review_rule_force f
      JOIN review_rule_text t ON t.business_id = f.business_id AND t.rule_id = f.rule_id AND t.number = f.number
      JOIN business b ON b.id = f.business_id
     WHERE f.business_id = ANY(${[...businessIds]}::uuid[])
       AND (f.ended_at IS NULL OR f.ended_at > ${new Date(sinceMs)})
     ORDER BY f.business_id, f.begins_at DESC, f.rule_id`;
  return z
    .array(row)
    .parse(rows)
    .map((read) => ({
      businessId: toId<BusinessId>(read.business_id),
      ruleId: read.rule_id,
      number: read.number,
      name: read.name,
      subject: read.subject_kind,
      spec: read.spec,
      actions: read.actions,
      zone: read.time_zone,
      beginsMs: read.begins,
      endedMs: read.ended === null ? null : Number(read.ended),
    }));
}

/** Returns the subjects whose case already names the rule. */
export async function listSubjectsNamingRule(
  transaction: Transaction,
  { businessId, subject, ruleId }: Pick<ActiveRule, 'businessId' | 'subject' | 'ruleId'>,
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subjectIds.length === 0) return new Set();
  const rows: unknown = await transaction.$queryRaw`
    SELECT c.subject_id::text AS id FROM review_case c
      JOIN review_fact f ON f.business_id = c.business_id AND f.case_id = c.case_id AND f.kind = ${`rule:${ruleId}`}
     WHERE c.business_id = ${businessId}::uuid AND c.subject_kind = ${subject}
       AND c.subject_id = ANY(${[...subjectIds]}::uuid[])`;
  return new Set(
    z
      .array(z.object({ id: z.string() }))
      .parse(rows)
      .map(({ id }) => id),
  );
}
