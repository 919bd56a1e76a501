import 'server-only';
import { takeAccountBack } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tOperator } from '#lib/messages/people.ts';
import { tTeam } from '#lib/messages/team.ts';
import { findAccount, lockPerson, writeAuditPerBusiness } from '#lib/people/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { OperatorCommand } from '#lib/team/index.ts';
import { readOperatorEmail } from '#lib/team/index.ts';
import { Problem } from '#lib/values/errors.ts';
import { deleteIdentities } from './identity-store.ts';

type Outcome = { readonly changed: boolean; readonly endedSessions: number };

/**
 * Removes the identities of a person and ends their sessions and API tokens, for example when a person got a new account at the
 * provider. The next single sign-on links again. For operators.
 *
 * @throws Problem 'not-found'
 */
async function unlink(context: Context<SystemActor>, email: string): Promise<Outcome> {
  const account = await findAccount(email);
  if (account === null) throw new Problem('not-found', tTeam('problem.noAccount'));
  return inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, account.personId);
    const identities = await deleteIdentities(transaction, account.personId);
    if (person === null || identities.length === 0) return { changed: false, endedSessions: 0 };
    const now = context.clock.now();
    const { endedSessions, endedTokens } = await takeAccountBack(transaction, account.personId, now);
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.unlink-identity',
      before: { identities },
      after: { identities: [], endedSessions, endedTokens },
    });
    return { changed: true, endedSessions };
  });
}

/** The command `npm run person -- unlink EMAIL`. */
const unlinkIdentities: OperatorCommand = async (context, words) => {
  const email = readOperatorEmail(words, 1);
  const { changed, endedSessions } = await unlink(context, email);
  return {
    lines: [
      changed
        ? tOperator('changed.unlink', { email, sessions: endedSessions })
        : tOperator('unchanged', { email }),
    ],
    json: { email, changed, endedSessions },
  };
};

/** The commands of this room for `npm run person`. */
export const singleSignOnCommands = { unlink: unlinkIdentities };
