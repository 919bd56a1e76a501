import 'server-only';
import type * as z from 'zod';
import { endPersonSessions, requirePermission } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import { tPeople } from '#lib/messages/people.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { confirmPassword } from './confirm-password.ts';
import { writeAuditPerBusiness } from './disable-person.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { requireOwnFactor } from './require-own-factor.ts';
import { invalidField, requireStrongPasswordFor } from './require-strong-password.ts';
import type { changePasswordForm } from './schema.ts';
import { requirePasswordSignIn } from './single-sign-on-only.ts';
import { findSessionDevice, lockPerson, readPasswordHash, setPasswordHash } from './store.ts';

/**
 * Replaces the password of the signed-in person, who also proves their second factor if they have one. All other sessions end, all other browsers count as unknown, links for
 * a new password stop working, and the person gets a mail.
 *
 * @throws Problem 'reauthentication-required', 'invalid' at `currentPassword` or `password`, 'throttled', and 'conflict'
 * after a concurrent change or at an address that must use single sign-on
 */
export async function changePassword(
  context: Context<PersonActor>,
  { businessId, currentPassword, password }: z.output<typeof changePasswordForm>,
): Promise<{ readonly endedSessions: number }> {
  requirePermission(context, businessId, 'account.use');
  requirePasswordSignIn(context.actor.email);
  await requireOwnFactor(context);
  const account = await confirmPassword(context, currentPassword);
  await requireStrongPasswordFor(account.personId, password);
  if (await verifyPassword(account.passwordHash, password))
    throw invalidField('password', tPeople('samePassword'));
  const passwordHash = await hashPassword(password);
  const { personId, sessionId } = context.actor;
  return inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    // Later than every sign-in that began with the former password.
    const at = context.clock.now();
    if (person === null || (await readPasswordHash(transaction, personId)) !== account.passwordHash)
      throw new Problem('conflict', tPeople('passwordChangedMeanwhile'));
    const keptDevice = await findSessionDevice(transaction, sessionId);
    await setPasswordHash(transaction, personId, { passwordHash, at, keptDevice });
    const endedSessions = await endPersonSessions(transaction, personId, at, {
      except: sessionId,
      reason: 'password',
    });
    await queueSecurityNotice(transaction, { kind: 'passwordChanged', personId, at });
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.change-password',
      after: { endedSessions },
    });
    return { endedSessions };
  });
}
