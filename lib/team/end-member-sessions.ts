import 'server-only';
import type * as z from 'zod';
import { requirePermission, takeAccountBack } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteRememberedDevices, requireFullAuthentication } from '#lib/factors/index.ts';
import { tTeam } from '#lib/messages/team.ts';
import { lockPerson } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { memberForm } from './schema.ts';
import { lockOwnedAccount } from './store.ts';

/**
 * Ends every session of a member, such as after a device was lost. Their next request is refused, and open streams end
 * within 10 s. Sign-ins that wait for their second step and API tokens end too. No browser stays remembered, so each asks for the second
 * factor. The account stays enabled. A session belongs to every business of its person, so the owner must own all of
 * them. Returns the number of ended sessions.
 *
 * @throws Problem 'reauthentication-required', 'not-found', 'invalid' for oneself, and 'forbidden' if another business
 * relies on the account
 */
export async function endMemberSessions(
  context: Context<PersonActor>,
  input: z.output<typeof memberForm>,
): Promise<{ readonly endedSessions: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  return inTransaction(async (transaction) => {
    const personId = await lockOwnedAccount(
      transaction,
      context,
      { ...input, businessId },
      { self: tTeam('problem.endOwnSessions'), foreign: tTeam('problem.foreignSessions') },
    );
    const person = await lockPerson(transaction, personId);
    const now = context.clock.now();
    const ended = await takeAccountBack(transaction, personId, now, 'revoked');
    const { endedSessions, endedSignIns, endedTokens } = ended;
    const forgottenBrowsers = await deleteRememberedDevices(transaction, personId);
    if (endedSessions + endedSignIns + endedTokens + forgottenBrowsers > 0)
      for (const business of person?.businessIds ?? [])
        await writeAudit(transaction, context, {
          businessId: business,
          action: 'session.revoke',
          objectType: 'person',
          objectId: personId,
          after: { ...ended, forgottenBrowsers },
        });
    return { endedSessions };
  });
}
