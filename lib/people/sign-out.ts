import 'server-only';
import { endSession } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';

/** Ends the current session on every device. The token in the browser is useless from then on. */
export async function signOut(context: Context<PersonActor>): Promise<{ signedOut: true }> {
  const { personId, sessionId } = context.actor;
  const now = context.clock.now();
  await inTransaction(async (transaction) => {
    if (!(await endSession(transaction, { sessionId, personId, reason: 'sign-out' }, now))) return;
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'session.end',
      objectType: 'person',
      objectId: personId,
      after: { sessionId },
    });
  });
  return { signedOut: true };
}
