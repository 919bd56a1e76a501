import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { TransferKind } from '../../model-transfers.ts';
import { transferKinds } from '../../model-transfers.ts';
import type { RuleSpec } from '../model/rule.ts';
import { storedSpec } from '../schema/forms.ts';
import { subjectTable } from './figures.ts';

/** A scan of past records, locked for one batch. */
export type LockedRun = {
  readonly businessId: BusinessId;
  readonly runId: string;
  readonly kind: 'try' | 'apply';
  readonly subject: TransferKind;
  readonly spec: RuleSpec;
  readonly hits: number;
};

/** Starts a scan from `from` (inclusive) to `until` (exclusive). */
export async function insertRun(
  transaction: Transaction,
  run: {
    readonly businessId: BusinessId;
    readonly ruleId: string;
    readonly number: number;
    readonly kind: 'try' | 'apply';
    readonly from: Instant;
    readonly until: Instant;
    readonly by: PersonId;
    readonly at: Instant;
  },
): Promise<string> {
  const { businessId, ruleId, number, kind, from, until, by, at } = run;
  const { runId } = await transaction.reviewRuleRun.create({
    data: {
      businessId,
      ruleId,
      number,
      kind,
      fromAt: toDate(from),
      untilAt: toDate(until),
      startedById: by,
      startedAt: toDate(at),
    },
    select: { runId: true },
  });
  return runId;
}

/** Deletes earlier backtests of the rule. Only the last one is kept. */
export async function deleteBacktests(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
): Promise<void> {
  await transaction.reviewRuleRun.deleteMany({ where: { businessId, ruleId, kind: 'try' } });
}

/** Stops a running backtest. Returns false when none was running. */
export async function stopRun(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  runId: string,
  at: Instant,
): Promise<boolean> {
  const { count } = await transaction.reviewRuleRun.updateMany({
    where: { businessId, ruleId, runId, kind: 'try', state: 'running' },
    data: { state: 'stopped', endedAt: toDate(at) },
  });
  return count > 0;
}

const lockedRow = z.object({
  business_id: z.string(),
  run_id: z.string(),
  kind: z.enum(['try', 'apply']),
  hits: z.number(),
  subject_kind: z.enum(transferKinds),
  spec: storedSpec,
});

/** Locks a running scan and returns it. Skips scans that another process has locked. */
export async function lockRun(transaction: Transaction): Promise<LockedRun | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT r.business_id, r.run_id, r.kind, r.hits, t.subject_kind, t.spec FROM review_rule_run r
      JOIN review_rule_text t ON t.business_id = r.business_id AND t.rule_id = r.rule_id AND t.number = r.number
     WHERE r.state = 'running' ORDER BY r.looked, r.started_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`;
  const found = z.array(lockedRow).parse(rows)[0];
  if (found === undefined) return null;
  const { business_id, run_id, subject_kind, ...rest } = found;
  return { businessId: toId<BusinessId>(business_id), runId: run_id, subject: subject_kind, ...rest };
}

const pageRow = z.object({ id: z.string(), at: z.string() });
export type RunSubject = z.infer<typeof pageRow>;

/** Returns the next subjects of the scan, in the order in which they were received. */
export async function readNextSubjects(
  transaction: Transaction,
  { businessId, runId, subject }: LockedRun,
  count: number,
): Promise<readonly RunSubject[]> {
  const { table, id, at } = subjectTable[subject];
  const rows: unknown = await transaction.$queryRawUnsafe(
    `WITH r AS MATERIALIZED (SELECT * FROM review_rule_run WHERE business_id = $1::uuid AND run_id = $2::uuid)
     SELECT ${id}::text AS id, (${at})::text AS at FROM ${table}
      WHERE x.business_id = $1::uuid AND ${at} >= (SELECT coalesce(cursor_at, from_at) FROM r)
        AND ${at} < (SELECT until_at FROM r)
        AND ((SELECT cursor_at FROM r) IS NULL OR (${at}, ${id}) > (SELECT cursor_at, cursor_id FROM r))
      ORDER BY ${at}, ${id} LIMIT $3::int`,
    businessId,
    runId,
    count,
  );
  return z.array(pageRow).parse(rows);
}

/** Advances the cursor of the scan, or ends the scan. */
export async function advanceRun(
  transaction: Transaction,
  { businessId, runId }: LockedRun,
  step: {
    readonly last: RunSubject | null;
    readonly looked: number;
    readonly hits: number;
    readonly state: 'running' | 'done' | 'full';
    readonly at: Instant;
  },
): Promise<void> {
  const { last, looked, hits, state, at } = step;
  await transaction.$executeRaw`
    UPDATE review_rule_run SET cursor_at = coalesce(${last?.at ?? null}::timestamptz, cursor_at),
           cursor_id = coalesce(${last?.id ?? null}::uuid, cursor_id), looked = looked + ${looked}::int,
           hits = hits + ${hits}::int, state = ${state},
           ended_at = CASE WHEN ${state} = 'running' THEN NULL ELSE ${toDate(at)}::timestamptz END
     WHERE business_id = ${businessId}::uuid AND run_id = ${runId}::uuid`;
}

/** Adds hits to a backtest. Its cursor passes each subject once. */
export async function insertHits(
  transaction: Transaction,
  { businessId, runId }: LockedRun,
  hits: readonly RunSubject[],
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE review_rule_run
       SET hit_ids = hit_ids || ${hits.map(({ id }) => id)}::uuid[],
           hit_times = hit_times || ${hits.map(({ at }) => at)}::text[]::timestamptz[]
     WHERE business_id = ${businessId}::uuid AND run_id = ${runId}::uuid`;
}

/** Marks the hits as due, so that the desk opens their cases. */
export async function markHitsDue(
  transaction: Transaction,
  { businessId, subject }: LockedRun,
  hits: readonly RunSubject[],
): Promise<void> {
  await transaction.reviewChange.createMany({
    data: hits.map(({ id }) => ({ businessId, subjectKind: subject, subjectId: id })),
  });
}
