import 'server-only';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import {
  admitFactorCheck,
  clearFactorChecks,
  endPersonSessions,
  requirePermission,
  requireRecentAuthentication,
  storeFactorVerifiedAt,
} from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tFactorProblems } from '#lib/messages/factors.ts';
import { confirmPassword, lockPerson, writeAuditPerBusiness } from '#lib/people/index.ts';
import type { Actor, Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { checkFactor, requireSecret, wrongCode } from './check-factor.ts';
import { decryptSecret, encryptSecret, hasFactorKeys } from './factor-keys.ts';
import { setUpMinutes } from './model.ts';
import { readFactorNeed } from './queries.ts';
import { requireFullAuthentication } from './reauthenticate.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import type { confirmTotpForm, RecoveryCodes, startTotpForm, TotpSetUp } from './schema.ts';
import {
  confirmStoredTotp,
  deleteRememberedDevices,
  findUnconfirmedTotp,
  hasTotp,
  insertTotp,
  storeRecoveryCodes,
} from './store.ts';
import { createTotpSecret, describeTotp, findTotpStep } from './totp.ts';

/** Stores the secret of a new app, which works once its first code is right. Throws Problem 'conflict' without a key. */
export async function createTotp(
  transaction: Transaction,
  context: Context<Actor>,
  { personId, email }: { readonly personId: PersonId; readonly email: string },
): Promise<TotpSetUp> {
  if (!hasFactorKeys()) throw new Problem('conflict', tFactorProblems('unavailable'));
  const factorId = randomUUID();
  const secret = createTotpSecret();
  const encrypted = encryptSecret(secret, { personId, factorId });
  await insertTotp(transaction, { factorId, personId, encrypted, at: context.clock.now() });
  return describeTotp(secret, email);
}

/**
 * Confirms a new app with its first code, creates recovery codes and forgets remembered browsers. The person's row is
 * locked.
 *
 * @throws Problem 'conflict' if the set-up took too long, and 'invalid' at the field `code`
 */
export async function confirmNewTotp(
  transaction: Transaction,
  context: Context<Actor>,
  { personId, code }: { readonly personId: PersonId; readonly code: string },
): Promise<RecoveryCodes> {
  const at = context.clock.now();
  const totp = await findUnconfirmedTotp(transaction, personId, addMilliseconds(at, -setUpMinutes * 60_000));
  if (totp === null) throw new Problem('conflict', tFactorProblems('setUpExpired'));
  const { factorId, encrypted } = totp;
  const secret = requireSecret(decryptSecret(encrypted, { personId, factorId }), context);
  const step = findTotpStep(secret, code, at);
  if (step === null) throw wrongCode();
  await confirmStoredTotp(transaction, { factorId, personId, step, at });
  const codes = createRecoveryCodes();
  await storeRecoveryCodes(transaction, { personId, codes, at });
  await deleteRememberedDevices(transaction, personId);
  await queueSecurityNotice(transaction, { kind: 'factorAdded', personId, at });
  return { recoveryCodes: codes };
}

/** A first app needs only the password, but the passkey of people who have one. */
async function requireVerifiedPasskey(context: Context<PersonActor>): Promise<void> {
  if ((await readFactorNeed(context.actor.personId)).hasPasskey) await requireFullAuthentication(context);
}

/**
 * Starts the set-up of an authenticator app for the signed-in person. A first app needs the password, a new one the
 * current app, and both a recent authentication. People with a passkey must have verified it. The former app works until
 * the new one is confirmed.
 *
 * @throws Problem 'reauthentication-required', 'invalid' at `currentPassword` or `code`, 'throttled', and 'conflict' if the proof is of the other kind
 */
export async function startTotp(
  context: Context<PersonActor>,
  { businessId, proof }: z.output<typeof startTotpForm>,
): Promise<TotpSetUp> {
  requirePermission(context, businessId, 'account.use');
  const { personId, email } = context.actor;
  // A used code can't be entered again, so this comes before the code is checked.
  if (proof.kind === 'password') await requireVerifiedPasskey(context);
  else await requireRecentAuthentication(context);
  if (proof.kind === 'password') await confirmPassword(context, proof.password);
  else await checkFactor(context, { personId, device: null }, proof);
  return inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    if (person === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
    if ((await hasTotp(transaction, personId)) !== (proof.kind === 'code'))
      throw new Problem('conflict', tFactorProblems('changedMeanwhile'));
    const setUp = await createTotp(transaction, context, { personId, email });
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.start-factor',
      after: { kind: 'totp' },
    });
    return setUp;
  });
}

/**
 * Confirms the app of the signed-in person with its first code. All other sessions end, remembered browsers are
 * forgotten, and the person gets a mail. Returns new recovery codes.
 *
 * @throws Problem 'invalid' at the field `code`, 'throttled', and 'conflict' if the set-up took too long
 */
export async function confirmTotp(
  context: Context<PersonActor>,
  { businessId, code }: z.output<typeof confirmTotpForm>,
): Promise<RecoveryCodes> {
  requirePermission(context, businessId, 'account.use');
  const { personId, sessionId } = context.actor;
  const checker = { personId, device: null };
  await admitFactorCheck(checker);
  const created = await inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    if (person === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
    const isReplaced = await hasTotp(transaction, personId);
    const codes = await confirmNewTotp(transaction, context, { personId, code });
    const at = context.clock.now();
    await storeFactorVerifiedAt(transaction, { sessionId, personId }, at);
    const options = { except: sessionId, reason: 'factor' } as const;
    const endedSessions = await endPersonSessions(transaction, personId, at, options);
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.set-up-factor',
      after: { kind: 'totp', replaced: isReplaced, endedSessions },
    });
    return codes;
  });
  await clearFactorChecks(checker);
  return created;
}
