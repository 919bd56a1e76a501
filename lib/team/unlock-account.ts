import 'server-only';
import { clearAccountLimit } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tTeam } from '#lib/messages/team.ts';
import { findAccount, lockPerson, writeAuditPerBusiness } from '#lib/people/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';

/**
 * Ends the delay of sign-ins to an account that received many wrong passwords. For operators.
 *
 * @throws Problem 'not-found'
 */
export async function unlockAccount(
  context: Context<SystemActor>,
  email: string,
): Promise<{ readonly changed: boolean }> {
  const account = await findAccount(email);
  if (account === null) throw new Problem('not-found', tTeam('problem.noAccount'));
  return inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, account.personId);
    const changed = await clearAccountLimit(transaction, email);
    if (changed && person !== null)
      await writeAuditPerBusiness(transaction, context, person, {
        action: 'person.unlock',
        after: { delayed: false },
      });
    return { changed };
  });
}
