import 'server-only';
import type { Sender } from '#lib/access/index.ts';
import { admitAttempt, clearAttempt, openSession } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPeople } from '#lib/messages/people.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { countSignIn } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { verifyPassword } from './password.ts';
import { signInForm } from './schema.ts';
import type { Account } from './store.ts';
import { findAccount, hasSignedInFrom, lockPerson } from './store.ts';

export type SignedIn = { readonly sessionId: SessionId; readonly personId: PersonId };

/** The origin of the attempt, with a lookup of the browser's device id for an account. */
export type SignInSender = Sender & {
  readonly knownDevice: (personId: PersonId) => Promise<string | null>;
};

const noPersonId = toId<PersonId>('00000000-0000-0000-0000-000000000000');

const wrongPassword = () => new Problem('unauthenticated', tPeople('wrongCredentials'));

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
    // A person who is disabled during the password check gets no session, which enabling would open later.
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

async function auditFailure(
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
 * Checks a password and opens a session. Throws Problem 'unauthenticated', with the same message and after the same
 * time for an unknown account, a wrong password and a disabled person, and 'throttled'.
 */
export async function signIn(
  context: Context<SystemActor>,
  input: unknown,
  sender: SignInSender,
): Promise<SignedIn> {
  const parsed = signInForm.safeParse(input);
  if (!parsed.success) throw new Problem('unauthenticated', tPeople('enterCredentials'));
  const { email, password } = parsed.data;
  const account = await findAccount(email);
  const attempt = await toAttempt(context, email, account, sender);
  await admitAttempt(context, attempt);
  const isRight = await verifyPassword(account?.passwordHash ?? null, password);
  if (account === null || !isRight || account.isDisabled) {
    countSignIn('wrong');
    await auditFailure(context, email, account, sender);
    throw wrongPassword();
  }
  await clearAttempt(attempt);
  countSignIn('opened');
  return open(context, account, sender);
}
