import 'server-only';
import { createHash } from 'node:crypto';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { ChecklistStep } from '../../model.ts';
import type { RequestRecipient } from '../model/information.ts';

type CaseStep = {
  readonly businessId: BusinessId;
  readonly caseId: CaseId;
  readonly personId: PersonId;
  readonly at: Instant;
};

/** A request for information, or the answer to one. */
type NoteRole =
  | { readonly askedOf: RequestRecipient; readonly dueAt: Instant }
  | { readonly answersId: string };

/** Stores a note, a request for information or its answer. The last two change when the case waits for information. */
export async function insertNote(
  transaction: Transaction,
  { at, ...note }: CaseStep & { readonly text: string },
  role: NoteRole | null = null,
): Promise<string> {
  const asRole =
    role !== null && 'askedOf' in role ? { askedOf: role.askedOf, dueAt: toDate(role.dueAt) } : role;
  const { noteId } = await transaction.reviewNote.create({
    data: { ...note, ...asRole, at: toDate(at) },
    select: { noteId: true },
  });
  const { businessId, caseId } = note;
  if (role !== null)
    await transaction.reviewCase.update({
      where: { businessId_caseId: { businessId, caseId } },
      data: { changedAt: toDate(at) },
    });
  return noteId;
}

/** Checks or unchecks a step. Returns whether that changed anything. */
export async function storeChecklistStep(
  transaction: Transaction,
  { at, ...check }: CaseStep & { readonly step: ChecklistStep },
  done: boolean,
): Promise<boolean> {
  const { businessId, caseId, personId, step } = check;
  const added = done ? [{ step, personId, at }] : [];
  const count = await transaction.$executeRaw`
    UPDATE review_case
       SET checks = (SELECT coalesce(jsonb_agg(k ORDER BY place), '[]') FROM jsonb_array_elements(checks) WITH ORDINALITY AS checked (k, place)
                      WHERE k ->> 'step' <> ${step}) || ${JSON.stringify(added)}::jsonb
     WHERE business_id = ${businessId}::uuid AND case_id = ${caseId}::uuid
       AND jsonb_path_exists(checks, '$[*] ? (@.step == $step)', jsonb_build_object('step', ${step}::text)) <> ${done}`;
  return count > 0;
}

export const countFiles = (
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<number> => transaction.reviewFile.count({ where: { businessId, caseId } });

/** Stores a file, once per content. Returns null if the case already has the same content. */
export async function insertFile(
  transaction: Transaction,
  {
    at,
    body,
    ...file
  }: CaseStep & { readonly name: string; readonly type: string; readonly body: Uint8Array<ArrayBuffer> },
): Promise<{ fileId: string; sha256: string } | null> {
  const sha256 = createHash('sha256').update(body).digest();
  const [made] = await transaction.reviewFile.createManyAndReturn({
    data: [{ ...file, body, sha256: new Uint8Array(sha256), at: toDate(at) }],
    skipDuplicates: true,
    select: { fileId: true },
  });
  return made === undefined ? null : { fileId: made.fileId, sha256: sha256.toString('hex') };
}

/** The case and the cases that were merged into it. */
const family = ({ businessId, caseId }: Pick<CaseStep, 'businessId' | 'caseId'>) => ({
  businessId,
  case: { ownerId: caseId },
});

/** Returns the newest request of a locked case that has no answer, or null. */
export async function findOpenRequest(
  transaction: Transaction,
  of: Pick<CaseStep, 'businessId' | 'caseId'>,
): Promise<{ readonly noteId: string; readonly askedOf: string | null } | null> {
  const notes = await transaction.reviewNote.findMany({
    where: { ...family(of), OR: [{ askedOf: { not: null } }, { answersId: { not: null } }] },
    orderBy: { at: 'desc' },
    select: { noteId: true, askedOf: true, answersId: true },
  });
  const answered = new Set(notes.map(({ answersId }) => answersId));
  return notes.find(({ noteId, askedOf }) => askedOf !== null && !answered.has(noteId)) ?? null;
}

/**
 * Returns true once a report to an authority was proposed on the case, or on any case of the same payment, also if it was
 * declined, withdrawn or reversed later. The payer of all of them is the same.
 */
export async function hasReportDecision(
  transaction: Pick<Transaction, '$queryRaw'>,
  { businessId, caseId }: Pick<CaseStep, 'businessId' | 'caseId'>,
): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`
    WITH own AS (
      SELECT subject_kind, subject_id FROM review_case
       WHERE business_id = ${businessId}::uuid AND owner_id = ${caseId}::uuid),
    paid AS (
      SELECT subject_id AS payment_id FROM own WHERE subject_kind = 'payment'
      UNION
      SELECT d.payment_id FROM own JOIN deposit d ON d.business_id = ${businessId}::uuid AND d.deposit_id = own.subject_id
       WHERE own.subject_kind = 'deposit'),
    about AS (
      SELECT subject_id FROM own UNION SELECT payment_id FROM paid
      UNION
      SELECT d.deposit_id FROM deposit d
       WHERE d.business_id = ${businessId}::uuid AND d.payment_id IN (SELECT payment_id FROM paid))
    SELECT 1 FROM review_decision r JOIN review_case c USING (business_id, case_id)
     WHERE r.business_id = ${businessId}::uuid AND r.kind = 'report'
       AND c.owner_id IN (
         SELECT owner_id FROM review_case
          WHERE business_id = ${businessId}::uuid AND subject_id IN (SELECT subject_id FROM about))
     LIMIT 1`;
  return rows.length > 0;
}
