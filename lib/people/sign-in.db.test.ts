import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { beforeAll, expect, test } from 'vitest';
import { findPerson } from '#lib/access/session-store.ts';
import { verifyAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { createBusiness, systemContext } from '#lib/database/testing/tenant.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import type { SignInSender } from './index.ts';
import { createPerson, disablePerson, grantRole, signOut } from './index.ts';
import { signIn } from './testing/sign-in.ts';

const password = 'a quiet long password';
const start = instant(Date.UTC(2026, 10, 20, 9));
const minutes = (count: number) => count * 60_000;
let business: BusinessId;
beforeAll(async () => {
  business = await createBusiness();
});

const at = (now: Instant): Context<SystemActor> => systemContext('sign-in', createFixedClock(now));

/** An address that no other test uses. */
const unusedAddress = () => `198.51.${Math.floor(Math.random() * 256)}.${randomUUID().slice(0, 8)}`;

const from = (address: string, device: string | null = null): SignInSender => ({
  address,
  userAgent: 'a browser',
  knownDevice: async () => (device === null ? null : { id: device, rememberedAt: start }),
});

async function newPerson(role: 'viewer' | 'owner' = 'viewer') {
  const email = `${randomUUID()}@example.test`;
  const personId = await createPerson(at(start), { email, name: 'Test person', password });
  await grantRole(at(start), { personId, businessId: business, role });
  return { email, personId };
}

const listAudit = (objectId: string) =>
  database().auditEntry.findMany({ where: { objectId }, orderBy: { sequence: 'asc' } });

test('the right password opens a session with the stored roles and writes an audit entry', async () => {
  const { email, personId } = await newPerson('owner');
  const signedIn = await signIn(
    at(start),
    { email: ` ${email.toUpperCase()} `, password },
    from('203.0.113.7'),
  );
  const person = await findPerson(signedIn.sessionId, start);
  expect(person).toMatchObject({ personId, email, sessionId: signedIn.sessionId });
  expect(person?.roles.get(business)).toBe('owner');
  expect((await listAudit(personId)).map(({ action }) => action)).toEqual([
    'person.create',
    'role.grant',
    'session.open',
  ]);
});

test.each([
  ['a wrong password', async () => ({ ...(await newPerson()), password: 'wrong' })],
  ['no such account', async () => ({ email: `${randomUUID()}@example.test`, password })],
  [
    'a disabled person',
    async () => {
      const { email, personId } = await newPerson();
      await database().person.update({ where: { id: personId }, data: { disabledAt: new Date() } });
      return { email, password };
    },
  ],
])('%s is refused with the same message', async (_name, credentials) => {
  await expect(signIn(at(start), await credentials(), from(unusedAddress()))).rejects.toMatchObject({
    code: 'unauthenticated',
    message: 'The email or password is wrong. Check both, then try again.',
  });
});

test('opens no session for a person who is disabled during the password check', async () => {
  const { email, personId } = await newPerson();
  const disabling: SignInSender = {
    ...from(unusedAddress()),
    knownDevice: async () => {
      await disablePerson(at(start), personId);
      return null;
    },
  };
  await expect(signIn(at(start), { email, password }, disabling)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(await database().session.count({ where: { personId } })).toBe(0);
});

test.each([
  {},
  { email: '', password: '' },
  { email: 'x'.repeat(400), password },
  { email: ['a'], password: { a: 1 } },
  { email: 'a@b.c', password: 'x'.repeat(600) },
  null,
])('refuses hostile input, %#', async (input) => {
  await expect(signIn(at(start), input, from(unusedAddress()))).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('audits a refusal without a value that may be a password in the wrong field', async () => {
  const { email, personId } = await newPerson();
  const address = unusedAddress();
  await signIn(at(start), { email, password: 'wrong' }, from(address)).catch(() => undefined);
  const entries = await listAudit(personId);
  expect(entries.at(-1)).toMatchObject({ action: 'session.refuse', after: { email, address } });
  await signIn(at(start), { email: 'oops-my-password', password: 'x' }, from(address)).catch(() => undefined);
  const unknown = await database().auditEntry.findMany({ where: { action: 'session.refuse', objectId: '' } });
  expect(JSON.stringify(unknown.map(({ after }) => after))).not.toContain('oops-my-password');
});

test('ends a session after 30 idle minutes, after 12 hours, with its person, or when revoked', async () => {
  const { email, personId } = await newPerson();
  const { sessionId } = await signIn(at(start), { email, password }, from(unusedAddress()));
  expect(await findPerson(sessionId, addMilliseconds(start, minutes(29)))).not.toBeNull();
  expect(await findPerson(sessionId, addMilliseconds(start, minutes(30)))).toBeNull();
  const busy = new Date(addMilliseconds(start, minutes(12 * 60 - 1)));
  await database().session.update({ where: { id: sessionId }, data: { lastSeenAt: busy } });
  expect(await findPerson(sessionId, addMilliseconds(start, minutes(12 * 60 - 1)))).not.toBeNull();
  expect(await findPerson(sessionId, addMilliseconds(start, minutes(12 * 60)))).toBeNull();

  const second = (await signIn(at(start), { email, password }, from(unusedAddress()))).sessionId;
  await database().membership.updateMany({ where: { personId }, data: { role: 'finance' } });
  expect((await findPerson(second, start))?.roles.get(business)).toBe('finance');
  await database().person.update({ where: { id: personId }, data: { disabledAt: new Date() } });
  expect(await findPerson(second, start)).toBeNull();
});

test('signing out ends the session at once and writes an audit entry', async () => {
  const { email, personId } = await newPerson();
  const { sessionId } = await signIn(at(start), { email, password }, from(unusedAddress()));
  const actor = await findPerson(sessionId, start);
  if (actor === null) throw new Error('not signed in');
  await signOut(createContext(actor, { clock: createFixedClock(start) }));
  expect(await findPerson(sessionId, start)).toBeNull();
  expect((await listAudit(personId)).at(-1)).toMatchObject({ action: 'session.end', actorId: personId });
});

test('stops guessing from one address after ten attempts, even with the right password', async () => {
  const { email } = await newPerson();
  const address = unusedAddress();
  for (let n = 0; n < 10; n += 1)
    await expect(signIn(at(start), { email, password: 'wrong' }, from(address))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  await expect(signIn(at(start), { email, password }, from(address))).rejects.toMatchObject({
    code: 'throttled',
    message: expect.stringMatching(/^Too many sign-in attempts\. Wait 15 minutes/),
  });
  // Another address, and a browser at this address that signed in before, are not blocked.
  await expect(signIn(at(start), { email, password }, from(unusedAddress()))).resolves.toBeDefined();
  await expect(signIn(at(start), { email, password }, from(address, randomUUID()))).resolves.toBeDefined();
});

test('counts attempts that arrive at the same time', async () => {
  const { email } = await newPerson();
  const address = unusedAddress();
  const attempts = Array.from({ length: 30 }, () =>
    signIn(at(start), { email, password: 'wrong' }, from(address)).catch((error) => error.code),
  );
  const codes = await Promise.all(attempts);
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(10);
  expect(codes.filter((code) => code === 'throttled')).toHaveLength(20);
});

test('delays unknown senders with many addresses, but no known address or device', async () => {
  const { email } = await newPerson();
  const office = unusedAddress();
  await signIn(at(start), { email, password }, from(office));
  const guess = (now: Instant) =>
    signIn(at(now), { email, password: 'wrong' }, from(unusedAddress())).catch((error) => error);
  const codes = (await Promise.all(Array.from({ length: 30 }, () => guess(start)))).map(({ code }) => code);
  // Ten attempts are free, and the one after them is checked before the first delay.
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(11);
  expect(codes.filter((code) => code === 'throttled')).toHaveLength(19);
  expect((await guess(start)).message).toBe('Too many sign-in attempts. Wait 1 second, then try again.');

  await expect(signIn(at(start), { email, password }, from(office))).resolves.toBeDefined();
  await expect(
    signIn(at(start), { email, password }, from(unusedAddress(), randomUUID())),
  ).resolves.toBeDefined();
  // From any other address the right password works with the next turn.
  await expect(signIn(at(start), { email, password }, from(unusedAddress()))).rejects.toMatchObject({
    code: 'throttled',
  });
  const next = addMilliseconds(start, 1_000);
  await expect(signIn(at(next), { email, password }, from(unusedAddress()))).resolves.toBeDefined();
});

test("answers the same for an account that doesn't exist, delays included", async () => {
  const { email } = await newPerson();
  const listResults = async (address: string) => {
    const results: string[] = [];
    for (let n = 0; n < 14; n += 1) {
      const now = addMilliseconds(start, Math.floor(n / 2) * 500);
      results.push(
        await signIn(at(now), { email: address, password: 'wrong' }, from(unusedAddress())).then(
          () => 'opened',
          (error) => `${error.code}: ${error.message}`,
        ),
      );
    }
    return results;
  };
  const expected = await listResults(email);
  expect(expected.at(-1)).toMatch(/^throttled/);
  expect(await listResults(`${randomUUID()}@example.test`)).toEqual(expected);
});

test('creates an account once', async () => {
  const { email, personId } = await newPerson();
  const again = await createPerson(at(start), { email, name: 'Other', password: 'another long password' });
  expect(again).toBe(personId);
  await expect(createPerson(at(start), { email: 'nobody', name: 'x', password })).rejects.toThrow('email');
  await expect(createPerson(at(start), { email: 'a@b.test', name: 'x', password: 'short' })).rejects.toThrow(
    '12',
  );
});

test('leaves a valid audit log', async () => {
  expect((await verifyAudit()).breaches).toEqual([]);
});

test('a sign-in renews a hash of former settings, and nothing else', async () => {
  const { email, personId } = await newPerson();
  const former = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await database().person.update({ where: { id: personId }, data: { passwordHash: former } });
  const read = () => database().person.findUniqueOrThrow({ where: { id: personId } });
  const before = await read();
  await expect(
    signIn(at(start), { email, password: 'another password' }, from(unusedAddress())),
  ).rejects.toThrow();
  expect((await read()).passwordHash).toBe(former);
  // Both sign in. One of them renews it.
  await Promise.all([1, 2].map(() => signIn(at(start), { email, password }, from(unusedAddress()))));
  const after = await read();
  expect(after.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect({ ...after, passwordHash: former, lastSeenAt: before.lastSeenAt }).toEqual(before);
  await signIn(at(start), { email, password }, from(unusedAddress()));
  expect((await read()).passwordHash).toBe(after.passwordHash);
});

test('ids of sessions and devices have all their random bits', async () => {
  const { email } = await newPerson();
  const ids = new Set<string>();
  for (let n = 0; n < 12; n += 1) {
    const { sessionId, deviceId } = await signIn(at(start), { email, password }, from(unusedAddress()));
    ids.add(sessionId[14] ?? '').add(deviceId[14] ?? '');
  }
  // A UUID of version 4 always has a 4 there.
  expect(ids.size).toBeGreaterThan(1);
});
