import 'server-only';
import type * as z from 'zod';
import {
  findStaleAuthentication,
  requirePermission,
  storeAuthenticatedAt,
  storeFactorVerifiedAt,
} from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { confirmPassword } from './confirm-password.ts';
import type { ownBusinessForm, ReauthenticationMethod, reauthenticateForm } from './schema.ts';
import { requirePasswordSignIn } from './single-sign-on-only.ts';

/**
 * Records in the caller's transaction that the person of this session has proved who they are. `secondFactor` is the
 * factor that they proved too. Other sessions of the person are not affected.
 *
 * @throws Problem 'unauthenticated' if the session has ended
 */
export async function recordReauthentication(
  transaction: Transaction,
  context: Context<PersonActor>,
  method: ReauthenticationMethod,
  secondFactor: string | null = null,
): Promise<void> {
  const { personId, sessionId } = context.actor;
  const at = context.clock.now();
  if (!(await storeAuthenticatedAt(transaction, { sessionId, personId }, at)))
    throw new Problem('unauthenticated', tAccess('sessionEnded'));
  if (secondFactor !== null) await storeFactorVerifiedAt(transaction, { sessionId, personId }, at);
  await writeAudit(transaction, context, {
    businessId: null,
    action: 'session.reauthenticate',
    objectType: 'person',
    objectId: personId,
    after: { sessionId, method, ...(secondFactor !== null && { secondFactor }) },
  });
}

/** Records a failed attempt of the signed-in person to prove who they are. */
export const auditRefusedReauthentication = (
  context: Context<PersonActor>,
  method: ReauthenticationMethod,
): Promise<void> =>
  inTransaction(async (transaction) => {
    const { personId, sessionId } = context.actor;
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'session.refuse-reauthentication',
      objectType: 'person',
      objectId: personId,
      after: { sessionId, method },
    });
  });

/**
 * Checks the password of the signed-in person before they confirm who they are. A wrong one is audited.
 *
 * @throws Problem 'invalid' at the field `currentPassword`, 'throttled' after ten wrong passwords, and 'conflict' for
 * people whose passwords don't work
 */
export async function confirmCurrentPassword(
  context: Context<PersonActor>,
  currentPassword: string,
): Promise<void> {
  requirePasswordSignIn(context.actor.email);
  try {
    await confirmPassword(context, currentPassword);
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'invalid')
      await auditRefusedReauthentication(context, 'password');
    throw thrown;
  }
}

/**
 * Confirms by password that the person of this session is still the one who signed in. Sensitive actions work for 15
 * minutes afterwards.
 *
 * @throws Problem 'invalid' at the field `currentPassword`, 'throttled' after ten wrong passwords, and 'conflict' for
 * people whose passwords don't work
 */
export async function reauthenticate(
  context: Context<PersonActor>,
  { businessId, currentPassword }: z.output<typeof reauthenticateForm>,
): Promise<{ readonly isConfirmed: true }> {
  requirePermission(context, businessId, 'account.use');
  await confirmCurrentPassword(context, currentPassword);
  await inTransaction((transaction) => recordReauthentication(transaction, context, 'password'));
  return { isConfirmed: true };
}

/** A download that starts after the check still finds a recent authentication. */
const downloadMarginMs = 60_000;

/**
 * Checks before a download whether its route will accept this session. A route can't ask the person to confirm who they
 * are.
 *
 * @throws Problem 'reauthentication-required'
 */
export async function checkReauthentication(
  context: Context<PersonActor>,
  { businessId }: z.output<typeof ownBusinessForm>,
): Promise<{ readonly isConfirmed: true }> {
  requirePermission(context, businessId, 'account.use');
  const stale = await findStaleAuthentication(context, downloadMarginMs);
  if (stale !== null) throw stale;
  return { isConfirmed: true };
}
