import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { detectFileType, hasMatchingExtension, toSafeFileName } from './model/file.ts';
import { fileLimit, maximumFiles } from './schema/choices.ts';
import { lockCase } from './store/cases.ts';
import { countFiles, insertFile } from './store/work.ts';

const refuse = (message: string) => new Problem('invalid', message, { fieldErrors: { file: [message] } });

/**
 * Attaches a file to a case, unchanged and identified by its SHA-256. The first bytes decide its type; a file name
 * with another type's ending is rejected.
 *
 * @throws Problem 'invalid', 'not-found', and 'conflict' if the case already has this file
 */
export async function attachFile(
  context: Context<PersonActor>,
  input: {
    readonly businessId: string;
    readonly caseId: string;
    readonly name: string;
    readonly body: Uint8Array<ArrayBuffer>;
  },
): Promise<{ readonly fileId: string; readonly sha256: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { body } = input;
  if (body.byteLength === 0) throw refuse(tReviewRefusals('file.empty'));
  if (body.byteLength > fileLimit) throw refuse(tReviewRefusals('file.tooLarge'));
  const type = detectFileType(body);
  if (type === null) throw refuse(tReviewRefusals('file.unsupported'));
  const name = toSafeFileName(input.name);
  if (!hasMatchingExtension(name, type)) throw refuse(tReviewRefusals('file.wrongEnding', { type }));
  return inTransaction(async (transaction) => {
    const { caseId } = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId));
    if ((await countFiles(transaction, businessId, caseId)) >= maximumFiles)
      throw refuse(tReviewRefusals('file.tooMany', { count: maximumFiles }));
    const { personId } = context.actor;
    const file = { businessId, caseId, personId, at: context.clock.now(), name, type, body };
    const stored = await insertFile(transaction, file);
    if (stored === null) throw new Problem('conflict', tReviewRefusals('file.duplicate'));
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.attach',
      objectType: 'review-case',
      objectId: caseId,
      after: { ...stored, name, type, size: body.byteLength },
    });
    return stored;
  });
}
