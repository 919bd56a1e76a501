import 'server-only';
import type * as z from 'zod';
import type { Sender } from '#lib/access/index.ts';
import {
  admitFactorCheck,
  clearFactorChecks,
  createOneTimeLink,
  endPersonSessions,
  hashToken,
  isToken,
} from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tFactorProblems } from '#lib/messages/factors.ts';
import type { CheckedAccount, SignedIn, SignInSender } from '#lib/people/index.ts';
import {
  checkCredentials,
  findAccountById,
  lockCheckedPerson,
  lockPerson,
  openAccount,
  rememberedDevice,
  writeAuditPerBusiness,
} from '#lib/people/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { checkFactor } from './check-factor.ts';
import { graceDays } from './model.ts';
import type { PendingSignIn } from './pending-store.ts';
import { endPending, findPending, insertPending, markPendingPassed } from './pending-store.ts';
import type { FactorNeed } from './queries.ts';
import { isDeviceRemembered, readFactorNeed } from './queries.ts';
import type { firstCodeForm, PendingStep, RecoveryCodes, secondStepForm, TotpSetUp } from './schema.ts';
import { confirmNewTotp, createTotp } from './set-up-totp.ts';
import { hasFactor, storeDueAt, storeRememberedDevice } from './store.ts';

/** A session, or the secret of a sign-in that waits for its second step. The browser keeps it in a cookie. */
export type SignInAnswer =
  | ({ readonly kind: 'opened' } & SignedIn)
  | { readonly kind: 'pending'; readonly token: string };

const expired = () => new Problem('not-found', tFactorProblems('signInExpired'));

async function wait(context: Context<SystemActor>, checked: CheckedAccount): Promise<SignInAnswer> {
  const { token, hash } = createOneTimeLink();
  const { account, device } = checked;
  const { personId } = account;
  await inTransaction(async (transaction) => {
    await lockCheckedPerson(transaction, checked);
    const at = context.clock.now();
    await insertPending(transaction, { personId, tokenHash: hash, deviceId: device, at });
  });
  return { kind: 'pending', token };
}

/** Opens a session without asking for a second factor. Starts the days of grace at the first such sign-in. */
async function openAtOnce(
  context: Context<SystemActor>,
  checked: CheckedAccount,
  sender: Sender,
  need: FactorNeed,
): Promise<SignInAnswer> {
  const { personId } = checked.account;
  const opened = await openAccount(context, checked, sender, async (transaction) => {
    // The person may have set up a factor in another browser since it was read.
    if (!need.hasFactor && (await hasFactor(transaction, personId))) throw expired();
    const dueAt = addMilliseconds(context.clock.now(), graceDays * 86_400_000);
    if (need.isRequired && !need.hasFactor)
      await storeDueAt(transaction, personId, { dueAt, onlyFirst: true });
    return need.hasFactor ? rememberedDevice : null;
  });
  return { kind: 'opened', ...opened };
}

/**
 * Checks a password. Opens a session for a person without a second factor and in a remembered browser. Otherwise the
 * sign-in waits for ten minutes for the second factor, or for its set-up if a role needs one and the days of grace are
 * over.
 *
 * @throws Problem 'unauthenticated' or 'throttled'
 */
export async function signIn(
  context: Context<SystemActor>,
  input: unknown,
  sender: SignInSender,
): Promise<SignInAnswer> {
  const checked = await checkCredentials(context, input, sender);
  const { account, device } = checked;
  const need = await readFactorNeed(account.personId);
  const now = context.clock.now();
  const isRemembered =
    need.hasFactor && device !== null && (await isDeviceRemembered(account.personId, device, now));
  const isOverdue = need.isRequired && need.dueAt !== null && need.dueAt <= now;
  return isRemembered || (!need.hasFactor && !isOverdue)
    ? openAtOnce(context, checked, sender, need)
    : wait(context, checked);
}

const find = async (context: Context<SystemActor>, token: string | null): Promise<PendingSignIn | null> =>
  token !== null && isToken(token) ? findPending(hashToken(token), context.clock.now()) : null;

/** Returns the sign-in of this browser that waits. Throws Problem 'not-found' if it has ended. */
export async function requirePendingSignIn(
  context: Context<SystemActor>,
  token: string | null,
): Promise<PendingSignIn> {
  const pending = await find(context, token);
  if (pending === null) throw expired();
  return pending;
}

/** Returns the next step of a sign-in that waits, or null if there is none. */
export async function readPendingStep(
  context: Context<SystemActor>,
  token: string | null,
): Promise<PendingStep | null> {
  const pending = await find(context, token);
  if (pending === null) return null;
  if (pending.isPassed) return 'done';
  const { hasTotp, hasPasskey } = await readFactorNeed(pending.personId);
  if (hasTotp) return hasPasskey ? 'either' : 'code';
  return hasPasskey ? 'passkey' : 'set-up';
}

/**
 * Opens the session of a sign-in that waits, once its second factor is verified. `settle` records the proof in the
 * transaction of the session and returns its name. A sign-in becomes one session.
 *
 * @throws Problem 'not-found' if the sign-in has ended
 */
export async function completePendingSignIn(
  context: Context<SystemActor>,
  { pendingId, personId, deviceId: device }: PendingSignIn,
  { remember, settle }: { remember: boolean; settle: (transaction: Transaction) => Promise<string> },
  sender: Sender,
): Promise<SignedIn> {
  const account = await findAccountById(personId);
  if (account === null) throw expired();
  return openAccount(context, { account, device }, sender, async (transaction, deviceId) => {
    const at = context.clock.now();
    const proof = await settle(transaction);
    // A factor that was reset since it was checked proves nothing.
    if (!(await endPending(transaction, pendingId, at)) || !(await hasFactor(transaction, personId)))
      throw expired();
    if (remember) await storeRememberedDevice(transaction, { personId, deviceId, at });
    return proof;
  });
}

/**
 * Opens the session of a sign-in that waits, after a right code or after the set-up of a first factor. A sign-in becomes
 * one session.
 *
 * @throws Problem 'not-found' if the sign-in has ended, 'invalid' at the field `code`, and 'throttled'
 */
export async function passSecondStep(
  context: Context<SystemActor>,
  { token, answer, remember }: z.output<typeof secondStepForm> & { readonly token: string | null },
  sender: Sender,
): Promise<SignedIn> {
  const pending = await requirePendingSignIn(context, token);
  const { personId, deviceId: device, isPassed } = pending;
  if (answer === null && !isPassed) throw expired();
  const proof =
    isPassed || answer === null ? 'set-up' : await checkFactor(context, { personId, device }, answer);
  return completePendingSignIn(context, pending, { remember, settle: async () => proof }, sender);
}

/** Ends a sign-in that waits. Does nothing if it has ended already. */
export async function cancelSignIn(
  context: Context<SystemActor>,
  token: string | null,
): Promise<{ readonly cancelled: true }> {
  const pending = await find(context, token);
  if (pending !== null)
    await inTransaction((transaction) => endPending(transaction, pending.pendingId, context.clock.now()));
  return { cancelled: true };
}

/**
 * Starts the set-up of a required first factor during a sign-in.
 *
 * @throws Problem 'not-found' if the sign-in has ended, or if the person has a factor
 */
export async function startFirstTotp(
  context: Context<SystemActor>,
  token: string | null,
): Promise<TotpSetUp> {
  const { personId } = await requirePendingSignIn(context, token);
  const account = await findAccountById(personId);
  if (account === null) throw expired();
  return inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    if (person === null || (await hasFactor(transaction, personId))) throw expired();
    return createTotp(transaction, context, { personId, email: account.email });
  });
}

/**
 * Confirms a required first factor with its first code. The sign-in then needs no further code. All sessions of the
 * person end.
 *
 * @throws Problem 'not-found' if the sign-in has ended or the person has a factor, 'invalid' at the field `code`,
 * 'throttled', and 'conflict' if the set-up took too long
 */
export async function confirmFirstTotp(
  context: Context<SystemActor>,
  { token, code }: z.output<typeof firstCodeForm> & { readonly token: string | null },
): Promise<RecoveryCodes> {
  const { pendingId, personId, deviceId: device } = await requirePendingSignIn(context, token);
  await admitFactorCheck({ personId, device });
  const created = await inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    if (person === null || (await hasFactor(transaction, personId))) throw expired();
    const codes = await confirmNewTotp(transaction, context, { personId, code });
    const at = context.clock.now();
    if (!(await markPendingPassed(transaction, pendingId, at))) throw expired();
    const options = { exceptPending: pendingId, reason: 'factor' } as const;
    const endedSessions = await endPersonSessions(transaction, personId, at, options);
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.set-up-factor',
      after: { kind: 'totp', replaced: false, endedSessions },
    });
    return codes;
  });
  await clearFactorChecks({ personId, device });
  return created;
}
