import 'server-only';
import type * as z from 'zod';
import {
  endPendingSignIns,
  endPersonSessions,
  endSession,
  requirePermission,
  requireRecentAuthentication,
} from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPeople } from '#lib/messages/people.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { readSessions } from './queries.ts';
import type { ownBusinessForm, revokeSessionForm, SessionView } from './schema.ts';

type Sessions = { readonly sessions: readonly SessionView[] };

/**
 * Ends another session of the signed-in person: its next request is refused, and its open streams end within 10 s.
 * Returns the remaining sessions. Does nothing if the session has already ended.
 *
 * @throws Problem 'invalid' for the current session, which signing out ends, and 'reauthentication-required'
 */
export async function revokeOwnSession(
  context: Context<PersonActor>,
  { businessId, sessionId: revoked }: z.output<typeof revokeSessionForm>,
): Promise<Sessions> {
  requirePermission(context, businessId, 'account.use');
  await requireRecentAuthentication(context);
  const { personId, sessionId } = context.actor;
  if (revoked === sessionId) throw new Problem('invalid', tPeople('revokeCurrent'));
  await inTransaction(async (transaction) => {
    const now = context.clock.now();
    if (!(await endSession(transaction, { sessionId: revoked, personId, reason: 'revoked' }, now))) return;
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'session.revoke',
      objectType: 'person',
      objectId: personId,
      after: { sessionId: revoked, endedSessions: 1 },
    });
  });
  return { sessions: await readSessions(context) };
}

/**
 * Ends every other session of the signed-in person, in the same way, and every sign-in that waits for its second step.
 * Throws Problem 'reauthentication-required'.
 */
export async function revokeOtherSessions(
  context: Context<PersonActor>,
  { businessId }: z.output<typeof ownBusinessForm>,
): Promise<Sessions> {
  requirePermission(context, businessId, 'account.use');
  await requireRecentAuthentication(context);
  const { personId, sessionId } = context.actor;
  await inTransaction(async (transaction) => {
    const now = context.clock.now();
    const options = { except: sessionId, reason: 'revoked' } as const;
    const endedSignIns = await endPendingSignIns(transaction, personId, now);
    const endedSessions = await endPersonSessions(transaction, personId, now, options);
    if (endedSessions + endedSignIns === 0) return;
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'session.revoke',
      objectType: 'person',
      objectId: personId,
      after: { endedSessions, endedSignIns },
    });
  });
  return { sessions: await readSessions(context) };
}
