import 'server-only';
import { createHash } from 'node:crypto';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { ChecklistStep } from '../../model.ts';

type CaseStep = {
  readonly businessId: BusinessId;
  readonly caseId: CaseId;
  readonly personId: PersonId;
  readonly at: Instant;
};

export async function insertNote(
  transaction: Transaction,
  { at, ...note }: CaseStep & { readonly text: string },
): Promise<string> {
  const { noteId } = await transaction.reviewNote.create({
    data: { ...note, at: toDate(at) },
    select: { noteId: true },
  });
  return noteId;
}

/** Checks or unchecks a step. Returns whether that changed anything. */
export async function storeChecklistStep(
  transaction: Transaction,
  { at, ...check }: CaseStep & { readonly step: ChecklistStep },
  done: boolean,
): Promise<boolean> {
  const { businessId, caseId, step } = check;
  const { count } = done
    ? await transaction.reviewCheck.createMany({ data: [{ ...check, at: toDate(at) }], skipDuplicates: true })
    : await transaction.reviewCheck.deleteMany({ where: { businessId, caseId, step } });
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
