import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { fileLimit, mostFiles } from '../schema/choices.ts';
import { holdCase } from '../store/cases.ts';
import { countFiles, insertFile } from '../store/work.ts';
import { nameFits, safeName, typeOfBytes } from './model/file.ts';

const refuse = (message: string) => new Problem('invalid', message, { fieldErrors: { file: [message] } });

/**
 * Keeps a file with the case: as it came, under the hash of its bytes. Its type is what its first bytes say; a name
 * that claims something else is refused. Throws Problem 'invalid', 'not-found', 'conflict'.
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
  if (body.byteLength === 0) throw refuse('The file is empty.');
  if (body.byteLength > fileLimit) throw refuse('A file may have at most 5 MB.');
  const type = typeOfBytes(body);
  if (type === null) throw refuse('Only PDF, PNG, JPEG, WebP and plain text are taken.');
  const name = safeName(input.name);
  if (!nameFits(name, type))
    throw refuse(`The name says something else than the file is: its bytes are ${type}.`);
  return inTransaction(async (transaction) => {
    const { caseId } = await holdCase(transaction, businessId, parseId<CaseId>(input.caseId));
    if ((await countFiles(transaction, businessId, caseId)) >= mostFiles)
      throw refuse(`A case takes at most ${mostFiles} files.`);
    const { personId } = context.actor;
    const file = { businessId, caseId, personId, at: context.clock.now(), name, type, body };
    const kept = await insertFile(transaction, file);
    if (kept === null) throw new Problem('conflict', 'This case has this very file already.');
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.attach',
      objectType: 'review-case',
      objectId: caseId,
      after: { ...kept, name, type, size: body.byteLength },
    });
    return kept;
  });
}
