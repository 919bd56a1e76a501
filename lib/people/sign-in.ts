import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Device, Sender } from '#lib/access/index.ts';
import { admitAttempt, clearAttempt, endOldestSessions, openSession } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import { tPeople } from '#lib/messages/people.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { countSignIn } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { describeDevice } from './describe-device.ts';
import { verifyPassword } from './password.ts';
import { signInForm } from './schema.ts';
import type { Account } from './store.ts';
import { findAccount, hasSignedIn, hasSignedInFrom, lockPerson } from './store.ts';

export type SignedIn = {
  readonly sessionId: SessionId;
  readonly personId: PersonId;
  /** The browser remembers it, so that its next sign-in is that of a known device. */
  readonly deviceId: string;
};

/** The origin of the attempt, with a lookup of the browser's device for an account. */
export type SignInSender = Sender & {
  readonly knownDevice: (personId: PersonId) => Promise<Device | null>;
};

/** Sessions are kept for longer, so a new account without one has never signed in. */
const newAccountMs = 30 * 86_400_000;

const noPersonId = toId<PersonId>('00000000-0000-0000-0000-000000000000');

const wrongPassword = () => new Problem('unauthenticated', tPeople('wrongCredentials'));

/** Returns the id of the browser, unless it was forgotten with an earlier password. */
function findKnownDevice(account: Account | null, device: Device | null): string | null {
  if (device === null) return null;
  const { forgottenAt = null, kept = null } = account?.devices ?? {};
  return forgottenAt === null || device.rememberedAt >= forgottenAt || device.id === kept ? device.id : null;
}

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
    device: findKnownDevice(account, await sender.knownDevice(personId)),
    isKnownAddress: await hasSignedInFrom(personId, address, context.clock.now()),
  };
}

/** The first browser of a new account is no news to its person. */
async function isNews({ personId, createdAt }: Account, now: Instant): Promise<boolean> {
  return now - createdAt > newAccountMs || (await hasSignedIn(personId));
}

async function open(
  context: Context<SystemActor>,
  account: Account,
  { address, userAgent }: Sender,
  knownDevice: string | null,
): Promise<SignedIn> {
  const { personId, email, name } = account;
  const now = context.clock.now();
  const isNewDevice = knownDevice === null && (await isNews(account, now));
  const deviceId = knownDevice ?? randomUUID();
  return inTransaction(async (transaction) => {
    // A person who is disabled during the password check gets no session, which enabling would open later.
    if ((await lockPerson(transaction, personId))?.isDisabled !== false) throw wrongPassword();
    const session = { personId, now, address, userAgent, deviceId, isNewDevice };
    const sessionId = await openSession(transaction, session);
    const endedByLimit = await endOldestSessions(transaction, personId, env.PERSON_SESSIONS, now);
    const device = describeDevice(userAgent);
    if (isNewDevice)
      await queueSecurityNotice(transaction, { kind: 'newDevice', personId, device, address, at: now });
    if (endedByLimit.length > 0)
      await queueSecurityNotice(transaction, {
        kind: 'sessionLimit',
        personId,
        limit: env.PERSON_SESSIONS,
        at: now,
      });
    const actor = { kind: 'person', personId, sessionId, email, name, roles: new Map() } as const;
    await writeAudit(transaction, createContext(actor, context), {
      businessId: null,
      action: 'session.open',
      objectType: 'person',
      objectId: personId,
      after: {
        sessionId,
        address,
        userAgent,
        ...(isNewDevice && { newDevice: true }),
        ...(endedByLimit.length > 0 && { endedByLimit }),
      },
    });
    return { sessionId, personId, deviceId };
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
  return open(context, account, sender, attempt.device);
}
