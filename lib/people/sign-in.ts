import 'server-only';
import type { Sender } from '#lib/access/index.ts';
import { admitAttempt, clearAttempt, openSession } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { countSignIn } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { isRightPassword } from './password.ts';
import { signInForm } from './schema.ts';
import type { Account } from './store.ts';
import { findAccount, hasSignedInFrom, lockPerson } from './store.ts';

export type SignedIn = { readonly sessionId: SessionId; readonly personId: PersonId };

/** Where the attempt comes from, and how to tell whether that browser is known to the account. */
export type SignInSender = Sender & {
  readonly knownDevice: (personId: PersonId) => Promise<string | null>;
};

const nobody = toId<PersonId>('00000000-0000-0000-0000-000000000000');

const wrongPassword = () =>
  new Problem('unauthenticated', 'That email and password do not belong together. Check both.');

async function attemptOf(
  context: Context<SystemActor>,
  email: string,
  account: Account | null,
  sender: SignInSender,
) {
  const { address } = sender;
  // Asked for nobody as well, so that the time of an answer does not tell who has an account.
  const personId = account?.personId ?? nobody;
  return {
    account: email,
    address,
    device: await sender.knownDevice(personId),
    isKnownAddress: await hasSignedInFrom(personId, address, context.clock.now()),
  };
}

async function open(
  context: Context<SystemActor>,
  { personId, email, name }: Account,
  { address, userAgent }: Sender,
): Promise<SignedIn> {
  return inTransaction(async (transaction) => {
    const now = context.clock.now();
    // Whoever is disabled while the password is checked gets no session that enabling would open.
    if ((await lockPerson(transaction, personId))?.isDisabled !== false) throw wrongPassword();
    const sessionId = await openSession(transaction, { personId, now, address, userAgent });
    const actor = { kind: 'person', personId, sessionId, email, name, roles: new Map() } as const;
    await writeAudit(transaction, createContext(actor, context), {
      businessId: null,
      action: 'session.open',
      objectType: 'person',
      objectId: personId,
      after: { sessionId, address, userAgent },
    });
    return { sessionId, personId };
  });
}

async function noteFailure(
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
      // A password may have been typed into the wrong field: what is no account of ours is not kept.
      after: { email: account === null ? null : email, address, userAgent },
    }),
  );
}

/**
 * Checks a password and begins a session. Throws Problem 'unauthenticated' (in the same words and after the same
 * time whether the account, the password or a disabled person was the reason) and 'throttled'.
 */
export async function signIn(
  context: Context<SystemActor>,
  input: unknown,
  sender: SignInSender,
): Promise<SignedIn> {
  const parsed = signInForm.safeParse(input);
  if (!parsed.success) throw new Problem('unauthenticated', 'Enter your email and your password.');
  const { email, password } = parsed.data;
  const account = await findAccount(email);
  const attempt = await attemptOf(context, email, account, sender);
  await admitAttempt(context, attempt);
  const isRight = await isRightPassword(account?.passwordHash ?? null, password);
  if (account === null || !isRight || account.isDisabled) {
    countSignIn('wrong');
    await noteFailure(context, email, account, sender);
    throw wrongPassword();
  }
  await clearAttempt(attempt);
  countSignIn('opened');
  return open(context, account, sender);
}
