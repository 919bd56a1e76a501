import { randomUUID } from 'node:crypto';
import { openSession } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import { createBusiness, createSignInContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createPerson, grantRole } from '#lib/people/index.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { addPasskey, startPasskeyRegistration } from '../add-passkey.ts';
import { signInWithPasskey, startPasskeySignIn } from '../sign-in-with-passkey.ts';
import type { Behaviour } from './authenticator.ts';
import { SoftAuthenticator } from './authenticator.ts';

/** A signed-in person of a test, and short functions for their passkeys. Replace the slow hash of passwords. */

export const testStart = instant(Date.UTC(2026, 10, 27, 9));
export const minutesToMs = (count: number): number => count * 60_000;
const password = 'a quiet long password';
export const deviceId = randomUUID();

/** The refusal of every sign-in with a passkey. */
export const signInRefusal = {
  code: 'unauthenticated',
  message: 'You can’t sign in here with this passkey. Use your email and password.',
};

export type SignedInPerson = {
  readonly email: string;
  readonly personId: PersonId;
  readonly businessId: BusinessId;
  readonly context: Context<PersonActor>;
};

/** Creates an authenticator that stores passkeys of this installation. */
export function createAuthenticator(options: { isSyncable?: boolean } = {}): SoftAuthenticator {
  const { origin, hostname: host } = new URL(env.APP_URL);
  return new SoftAuthenticator({ origin, host }, options);
}

export const createSender = (address = '203.0.113.7') => ({
  address,
  userAgent: 'a browser',
  knownDevice: async () => ({ id: deviceId, rememberedAt: testStart }),
});
export const signInContext = createSignInContext(createFixedClock(testStart));
export const withFixedClock = (context: Context<PersonActor>, now: Instant) => ({
  ...context,
  clock: createFixedClock(now),
});

/** Creates a person with a password who has just signed in. */
export async function newPerson(): Promise<SignedInPerson> {
  const businessId = await createBusiness();
  const email = `${randomUUID()}@example.test`;
  const personId = await createPerson(signInContext, { email, name: 'Ada Lovelace', password });
  await grantRole(signInContext, { personId, businessId, role: 'viewer' });
  const { knownDevice: _knownDevice, ...from } = createSender();
  const session = { ...from, personId, deviceId, now: testStart, isNewDevice: false };
  const sessionId = await inTransaction((transaction) => openSession(transaction, session));
  const roles = new Map([[businessId, 'viewer' as const]]);
  const actor = {
    kind: 'person',
    personId,
    sessionId,
    email,
    name: 'Ada Lovelace',
    roles,
    hasSecondFactor: true,
  } as const;
  return {
    email,
    personId,
    businessId,
    context: createContext(actor, { clock: createFixedClock(testStart) }),
  };
}

/** Adds a passkey of this authenticator to a person. */
export async function registerPasskey(
  authenticator: SoftAuthenticator,
  { businessId, context }: SignedInPerson,
  behaviour: Behaviour = {},
) {
  const { options } = await startPasskeyRegistration(context, { businessId });
  const registration = authenticator.create(options, behaviour);
  return addPasskey(context, { businessId, name: 'My phone', registration });
}

/** Signs in with the passkey of this authenticator. */
export async function submitPasskey(
  authenticator: SoftAuthenticator,
  behaviour: Behaviour = {},
  now: Instant = testStart,
) {
  const { options } = await startPasskeySignIn(createSignInContext(createFixedClock(now)), createSender());
  return signInWithPasskey(
    createSignInContext(createFixedClock(now)),
    authenticator.sign(options, behaviour),
    createSender(),
  );
}

export const listEntries = ({ personId }: SignedInPerson, action: string) =>
  database().auditEntry.findMany({ where: { objectId: personId, action }, orderBy: { sequence: 'asc' } });

export const listSubjects = async ({ personId }: SignedInPerson): Promise<readonly string[]> =>
  (await database().mailMessage.findMany({ where: { personId }, orderBy: { createdAt: 'asc' } })).map(
    ({ subject }) => subject,
  );
