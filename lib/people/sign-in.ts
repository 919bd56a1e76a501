import 'server-only';
import type { Sender } from '#lib/access/index.ts';
import { admitAttempt, clearAttempt, isEnforcedDomain, isSingleSignOnRequired } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPeople } from '#lib/messages/people.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { countSignIn } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { randomId, toId } from '#lib/values/ids.ts';
import type { SignedIn, SignInSender } from './open-person-session.ts';
import { isNewDevice, openPersonSession, recognizeDevice } from './open-person-session.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from './password.ts';
import { signInForm } from './schema.ts';
import { formatPasswordRefusal } from './single-sign-on-only.ts';
import type { Account } from './store.ts';
import {
  findAccount,
  findAccountById,
  hasSignedInFrom,
  lockPerson,
  readPasswordHash,
  replaceHash,
} from './store.ts';

/** The proof of a browser in which the person need not give the second factor. */
export const rememberedDevice = 'remembered-device';

const noPersonId = toId<PersonId>('00000000-0000-0000-0000-000000000000');

/**
 * The refusal of a sign-in. Every address of an enforced domain gets the same one, so that it doesn't reveal which of
 * them keeps a password.
 */
const refusal = (email: string) =>
  new Problem(
    'unauthenticated',
    isEnforcedDomain(email) ? formatPasswordRefusal() : tPeople('wrongCredentials'),
  );

async function toAttempt(
  context: Context<SystemActor>,
  email: string,
  account: Account | null,
  sender: SignInSender,
) {
  const { address } = sender;
  // Looked up for unknown emails too, so that the response time doesn't reveal who has an account.
  const personId = account?.personId ?? noPersonId;
  return {
    account: email,
    address,
    device: recognizeDevice(account, await sender.knownDevice(personId)),
    isKnownAddress: await hasSignedInFrom(personId, address, context.clock.now()),
  };
}

/** An account whose person proved who they are just now, up to a second factor. */
export type CheckedAccount = {
  readonly account: Account;
  /** The id of the browser if it signed in to this account before. */
  readonly device: string | null;
  /** The stored hash that the typed password matched. Absent if the sign-in didn't check a password. */
  readonly checkedHash?: string;
};

/**
 * Locks the person, and refuses a sign-in whose password was replaced after it was checked. Otherwise it would get a
 * session after the change has ended all others.
 *
 * @throws Problem 'unauthenticated'
 */
export async function lockCheckedPerson(
  transaction: Transaction,
  { account: { personId, email }, checkedHash }: CheckedAccount,
): Promise<void> {
  if ((await lockPerson(transaction, personId))?.isDisabled !== false) throw refusal(email);
  if (checkedHash !== undefined && (await readPasswordHash(transaction, personId)) !== checkedHash)
    throw refusal(email);
}

/**
 * Opens a session after every step of a sign-in. `settle` runs first, in the same transaction, and returns how the
 * second factor was verified, for the audit log. It throws to refuse the session. A remembered browser proves nothing.
 *
 * @throws Problem 'unauthenticated' for a person who is disabled or gets another password in the meantime
 */
export async function openAccount(
  context: Context<SystemActor>,
  checked: CheckedAccount,
  { address, userAgent }: Sender,
  settle: (transaction: Transaction, deviceId: string) => Promise<string | null>,
): Promise<SignedIn> {
  const { account, device: knownDevice } = checked;
  const isNew = await isNewDevice(account, knownDevice, context.clock.now());
  const deviceId = knownDevice ?? randomId();
  const opened = await inTransaction(async (transaction) => {
    await lockCheckedPerson(transaction, checked);
    const secondFactor = await settle(transaction, deviceId);
    return openPersonSession(
      transaction,
      context,
      account,
      {
        address,
        userAgent,
        knownDevice: deviceId,
        isNewDevice: isNew,
        isFactorVerified: secondFactor !== null && secondFactor !== rememberedDevice,
      },
      secondFactor === null ? {} : { secondFactor },
    );
  });
  if (opened === null) throw refusal(account.email);
  countSignIn('opened');
  return opened;
}

export async function auditFailure(
  context: Context<SystemActor>,
  email: string,
  account: Account | null,
  { address, userAgent }: Sender,
): Promise<void> {
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId: null,
      action: 'session.refuse',
      objectType: 'person',
      objectId: account?.personId ?? '',
      // The email field may hold a mistyped password, so unknown emails are not stored.
      after: { email: account === null ? null : email, address, userAgent },
    }),
  );
}

/**
 * Checks the email and password of a sign-in. It opens no session: the second factor may still be missing. Throws
 * Problem 'unauthenticated', with the same message and after the same time for an unknown account, a wrong password and
 * a disabled person, and 'throttled'. At an address that must use single sign-on, no password is right.
 */
export async function checkCredentials(
  context: Context<SystemActor>,
  input: unknown,
  sender: SignInSender,
): Promise<CheckedAccount> {
  const parsed = signInForm.safeParse(input);
  if (!parsed.success) throw new Problem('unauthenticated', tPeople('enterCredentials'));
  const { email, password } = parsed.data;
  const account = await findAccount(email);
  const attempt = await toAttempt(context, email, account, sender);
  await admitAttempt(context, attempt);
  const lane = attempt.device === null ? 'stranger' : 'known';
  const isRight = await verifyPassword(account?.passwordHash ?? null, password, lane);
  if (account === null || !isRight || account.isDisabled || isSingleSignOnRequired(email)) {
    countSignIn('wrong');
    await auditFailure(context, email, account, sender);
    throw refusal(email);
  }
  await clearAttempt(attempt);
  return { account, device: attempt.device, checkedHash: await renewHash(account, password) };
}

/** Hashes a right password again if its hash has former settings. Returns the hash that is stored then. */
async function renewHash({ personId, passwordHash }: Account, password: string): Promise<string> {
  if (!isOutdatedHash(passwordHash)) return passwordHash;
  const renewed = await hashPassword(password);
  if (await replaceHash(personId, passwordHash, renewed)) return renewed;
  // Another sign-in has renewed it, or the password was changed.
  const stored = (await findAccountById(personId))?.passwordHash ?? null;
  return stored !== null && (await verifyPassword(stored, password)) ? stored : passwordHash;
}
