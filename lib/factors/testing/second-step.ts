import 'server-only';
import { randomUUID } from 'node:crypto';
import { database } from '#lib/database/pools.ts';
import { createBusiness, createSignInContext } from '#lib/database/testing/tenant.ts';
import type { SignedIn, SignInSender } from '#lib/people/index.ts';
import { createPerson, grantRole } from '#lib/people/index.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant, toDate } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { passSecondStep, signIn } from '../index.ts';
import type { SignInAnswer } from '../sign-in.ts';
import { confirmFirstTotp, startFirstTotp } from '../sign-in.ts';
import { createCode } from './authenticator.ts';

/** Sign-ins of people with a password and a second factor, at a time that the test moves. The test mocks the hash. */

const password = 'a quiet long password';
const start = instant(Date.UTC(2026, 10, 20, 9));
let now = start;

export const currentTime = (): Instant => now;
export const resetTime = (): void => {
  now = start;
};
export const waitFor = (milliseconds: number): void => {
  now = addMilliseconds(now, milliseconds);
};

export const signInContext = createSignInContext({ now: currentTime });

const sender = (device: string | null = null): SignInSender => ({
  address: '203.0.113.7',
  userAgent: 'a browser',
  knownDevice: async () => (device === null ? null : { id: device, rememberedAt: now }),
});

export type Person = { readonly email: string; readonly personId: PersonId };

export async function newPerson(role: Role): Promise<Person> {
  const email = `${randomUUID()}@example.test`;
  const personId = await createPerson(signInContext, { email, name: 'Test person', password });
  await grantRole(signInContext, { personId, businessId: await createBusiness(), role });
  return { email, personId };
}

/** Enters the password. */
export const submitPassword = ({ email }: Person, device: string | null = null): Promise<SignInAnswer> =>
  signIn(signInContext, { email, password }, sender(device));

/** Enters the password of a person who then needs a second step. Returns the token of the browser. */
export async function startSignIn(person: Person, device: string | null = null): Promise<string> {
  const answer = await submitPassword(person, device);
  if (answer.kind !== 'pending') throw new Error('a session was opened');
  return answer.token;
}

/** Enters the code. */
export const sendCode = (token: string | null, code: string | null, remember = false): Promise<SignedIn> =>
  passSecondStep(
    signInContext,
    { token, answer: code === null ? null : { kind: 'code', code }, remember },
    sender(),
  );

export async function makeFactorOverdue({ personId }: Person): Promise<void> {
  await database().person.update({ where: { id: personId }, data: { secondFactorDueAt: toDate(now) } });
}

/** Sets up a factor during an overdue sign-in. Returns the key of the app and the recovery codes. */
export async function setUpFactor(person: Person): Promise<{
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly opened: SignedIn;
}> {
  await makeFactorOverdue(person);
  const token = await startSignIn(person);
  const { secret } = await startFirstTotp(signInContext, token);
  const { recoveryCodes } = await confirmFirstTotp(signInContext, {
    token,
    code: createCode(secret, now),
  });
  const opened = await sendCode(token, null);
  waitFor(60_000);
  return { secret, recoveryCodes, opened };
}
