import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { CaseState, DecisionKind, SubjectKind } from '../../model.ts';
import { caseStates, decisionKinds } from '../../model.ts';
import type { BegunFact, EndedFact, FactStep } from '../model/facts.ts';

/** The case of a subject when a fact is added. */
export type FoundCase = { readonly caseId: CaseId; readonly state: CaseState };

/** Locks the case of the subject, or creates it, together with the case that it was merged into. */
export async function openCase(
  transaction: Transaction,
  subject: { businessId: BusinessId; kind: SubjectKind; subjectId: string },
  openedAt: Instant,
  dueAt: Instant,
): Promise<{ own: FoundCase; isNew: boolean; standing: FoundCase }> {
  const { businessId, kind, subjectId } = subject;
  const made: unknown = await transaction.$queryRaw`
    INSERT INTO review_case (business_id, subject_kind, subject_id, opened_at, due_at, changed_at)
    VALUES (${businessId}::uuid, ${kind}, ${subjectId}::uuid, ${toDate(openedAt)}, ${toDate(dueAt)}, ${toDate(openedAt)})
    ON CONFLICT (business_id, subject_kind, subject_id) DO NOTHING RETURNING case_id, state`;
  const row = z.object({ case_id: z.string(), state: z.enum(caseStates) });
  const created = z.array(row).parse(made)[0];
  if (created) {
    const own = { caseId: toId<CaseId>(created.case_id), state: created.state };
    return { own, isNew: true, standing: own };
  }
  const caseRows: unknown = await transaction.$queryRaw`
    WITH own AS (
      SELECT case_id, owner_id FROM review_case
       WHERE business_id = ${businessId}::uuid AND subject_kind = ${kind} AND subject_id = ${subjectId}::uuid)
    SELECT c.case_id, c.state, c.case_id = own.case_id AS is_own FROM review_case c, own
     WHERE c.business_id = ${businessId}::uuid AND c.case_id IN (own.case_id, own.owner_id)
     ORDER BY c.case_id FOR UPDATE OF c`;
  const found = z
    .array(row.extend({ is_own: z.boolean() }))
    .parse(caseRows)
    .map((one) => ({ caseId: toId<CaseId>(one.case_id), state: one.state, isOwn: one.is_own }));
  const own = found.find(({ isOwn }) => isOwn);
  const standing = found.find(({ state }) => state !== 'merged');
  if (own === undefined || standing === undefined)
    throw new Error('the case joined another at this very moment; it is looked at again');
  return { own, isNew: false, standing };
}

/** Marks stored facts of a subject as ended and returns their kinds. */
export async function endFacts(
  transaction: Transaction,
  subject: { businessId: BusinessId; kind: SubjectKind; subjectId: string },
  ended: readonly EndedFact[],
  at: Instant,
): Promise<readonly string[]> {
  if (ended.length === 0) return [];
  const rows: unknown = await transaction.$queryRaw`
    UPDATE review_fact f SET ended_at = ${toDate(at)}
      FROM review_case c,
           jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) AS ended(kind text, score text, number int)
     WHERE c.business_id = ${subject.businessId}::uuid AND c.subject_kind = ${subject.kind}
       AND c.subject_id = ${subject.subjectId}::uuid AND f.business_id = c.business_id AND f.case_id = c.case_id
       AND f.kind = ended.kind AND f.ended_at IS NULL
       AND (ended.score IS NULL OR f.detail ->> 'score' IS DISTINCT FROM ended.score)
       AND (ended.number IS NULL OR f.detail #> '{rule,number}' = to_jsonb(ended.number))
    RETURNING f.kind`;
  return z
    .array(z.object({ kind: z.string() }))
    .parse(rows)
    .map(({ kind }) => kind);
}

/** A stored fact that a later fact of the same kind replaced. */
type EarlierFact = {
  readonly kind: string;
  readonly seenAt: string;
  readonly endedAt: string | null;
  readonly detail: string | null;
};

/**
 * Applies facts that begin or end to the locked case, in order. Returns the kinds of the added facts, of those that ended,
 * and of those that were added and are over by now, and the facts that they replaced.
 */
export async function applySteps(
  transaction: Transaction,
  subject: { businessId: BusinessId; kind: SubjectKind; subjectId: string },
  caseId: CaseId,
  steps: readonly FactStep[],
  at: Instant,
): Promise<{
  added: readonly string[];
  ended: readonly string[];
  over: readonly string[];
  earlier: readonly EarlierFact[];
}> {
  const [added, ended] = [new Set<string>(), new Set<string>()];
  const over = new Set<string>();
  const earlier: EarlierFact[] = [];
  for (const step of steps)
    if (step.ended === undefined) {
      const found = await addFact(transaction, subject.businessId, caseId, step.begun, at);
      if (found === null) continue;
      added.add(step.begun.kind);
      over.delete(step.begun.kind);
      if (found.earlier !== null) earlier.push(found.earlier);
    } else
      for (const kind of await endFacts(transaction, subject, [step.ended], at)) {
        ended.add(kind);
        if (added.has(kind)) over.add(kind);
      }
  return { added: [...added], ended: [...ended], over: [...over], earlier };
}

/**
 * Adds a fact that is new, changed or had ended. Returns the fact that it replaced; null if it was stored already. A rule
 * keeps its first match until it ends. Stored entities without a digest are compared without it.
 */
export async function addFact(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
  { kind, detail }: BegunFact,
  seenAt: Instant,
): Promise<{ earlier: EarlierFact | null } | null> {
  const rows: unknown = await transaction.$queryRaw`
    WITH held AS (
      SELECT kind, seen_at, ended_at, detail FROM review_fact
       WHERE business_id = ${businessId}::uuid AND case_id = ${caseId}::uuid AND kind = ${kind}),
    kept AS (
      INSERT INTO review_fact AS f (business_id, case_id, kind, seen_at, detail)
      VALUES (${businessId}::uuid, ${caseId}::uuid, ${kind}, ${toDate(seenAt)}, nullif(${JSON.stringify(detail)}::jsonb, 'null'))
      ON CONFLICT (business_id, case_id, kind)
      DO UPDATE SET seen_at = EXCLUDED.seen_at, detail = EXCLUDED.detail, ended_at = NULL
        WHERE f.ended_at IS NOT NULL
           OR (f.kind NOT LIKE 'rule:%' AND nullif(f.detail, 'null') IS DISTINCT FROM
               CASE WHEN jsonb_exists(f.detail, 'mark') THEN EXCLUDED.detail ELSE EXCLUDED.detail - 'mark' END)
      RETURNING f.kind)
    SELECT held.seen_at, held.ended_at, held.detail::text AS detail FROM kept LEFT JOIN held ON held.kind = kept.kind`;
  const found = z
    .array(
      z.object({
        seen_at: z.date().nullable(),
        ended_at: z.date().nullable(),
        detail: z.string().nullable(),
      }),
    )
    .parse(rows)[0];
  if (found === undefined) return null;
  const { seen_at, ended_at, detail: replaced } = found;
  if (seen_at === null) return { earlier: null };
  const endedAt = ended_at?.toISOString() ?? null;
  return { earlier: { kind, seenAt: seen_at.toISOString(), endedAt, detail: replaced } };
}

/** Reads the current decision of a decided case. */
export async function findCurrentDecision(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<DecisionKind | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT d.kind FROM review_case c
      JOIN review_decision d ON d.business_id = c.business_id AND d.decision_id = c.decision_id
     WHERE c.business_id = ${businessId}::uuid AND c.case_id = ${caseId}::uuid AND c.state = 'decided'`;
  const found = z.array(z.object({ kind: z.enum(decisionKinds) })).parse(rows)[0];
  return found?.kind ?? null;
}
