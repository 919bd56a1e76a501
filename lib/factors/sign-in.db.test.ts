import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { findPerson } from '#lib/access/session-store.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { disablePerson, enablePerson, revokeEverySession, revokeSessions } from '#lib/people/index.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { readPendingStep } from './index.ts';
import { cancelSignIn, confirmFirstTotp, startFirstTotp } from './sign-in.ts';
import { countUnusedCodes } from './store.ts';
import { createCode } from './testing/authenticator.ts';
import type { Person } from './testing/second-step.ts';
import {
  currentTime,
  makeFactorOverdue,
  newPerson,
  resetTime,
  sendCode,
  setUpFactor,
  signInContext,
  startSignIn,
  submitPassword,
  waitFor,
} from './testing/second-step.ts';

testPasswords.isHashFake = true;

setMailServer();
beforeEach(resetTime);

const dayMs = 86_400_000;

const openSessions = (personId: string) => database().session.count({ where: { personId, revokedAt: null } });

test('the set-up during a sign-in opens one session, after its codes were shown', async () => {
  const person = await newPerson('owner');
  const { opened, recoveryCodes } = await setUpFactor(person);
  expect(recoveryCodes).toHaveLength(10);
  expect(await findPerson(opened.sessionId, currentTime())).toMatchObject({ personId: person.personId });
  expect(await openSessions(person.personId)).toBe(1);
  const entries = await database().auditEntry.findMany({ where: { objectId: person.personId } });
  expect(entries.map(({ action }) => action)).toContain('person.set-up-factor');
  const stored = JSON.stringify(entries.map(({ before, after }) => ({ before, after })));
  for (const code of recoveryCodes) expect(stored).not.toContain(code);
});

test('a person with a factor gets a session only after a code', async () => {
  const person = await newPerson('viewer');
  const { secret } = await setUpFactor(await promote(person));
  const before = await openSessions(person.personId);
  const token = await startSignIn(person);
  expect(await readPendingStep(signInContext, token)).toBe('code');
  expect(await openSessions(person.personId)).toBe(before);
  await expect(startFirstTotp(signInContext, token)).rejects.toMatchObject({ code: 'not-found' });
  await expect(sendCode(token, null)).rejects.toMatchObject({ code: 'not-found' });
  const { sessionId } = await sendCode(token, createCode(secret, currentTime()));
  expect(await findPerson(sessionId, currentTime())).toMatchObject({ personId: person.personId });
});

async function promote(person: Person): Promise<Person> {
  await database().membership.updateMany({ where: { personId: person.personId }, data: { role: 'owner' } });
  return person;
}

test('each code works once, also for two requests at the same time', async () => {
  const person = await newPerson('owner');
  const { secret } = await setUpFactor(person);
  const code = createCode(secret, currentTime());
  const tokens = [await startSignIn(person), await startSignIn(person)];
  const answers = await Promise.allSettled(tokens.map((token) => sendCode(token, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(sendCode(await startSignIn(person), code)).rejects.toMatchObject({ code: 'invalid' });
  // The code of an earlier step doesn't work after that of a later one.
  const earlier = createCode(secret, addMilliseconds(currentTime(), -30_000));
  await expect(sendCode(await startSignIn(person), earlier)).rejects.toMatchObject({ code: 'invalid' });
});

test.each([-30_000, 30_000])('refuses a code %d ms away from its 30 seconds', async (away) => {
  const person = await newPerson('owner');
  const { secret } = await setUpFactor(person);
  const token = await startSignIn(person);
  const code = createCode(secret, addMilliseconds(currentTime(), away));
  await expect(sendCode(token, code)).rejects.toMatchObject({ code: 'invalid' });
  await expect(sendCode(token, createCode(secret, currentTime()))).resolves.toBeDefined();
});

test('a recovery code works once, also for two requests at the same time', async () => {
  const person = await newPerson('owner');
  const { recoveryCodes } = await setUpFactor(person);
  const [code = '', other = ''] = recoveryCodes;
  const tokens = [await startSignIn(person), await startSignIn(person)];
  const answers = await Promise.allSettled(
    tokens.map((token) => sendCode(token, code.toUpperCase().replaceAll('-', ''))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(sendCode(await startSignIn(person), code)).rejects.toMatchObject({ code: 'invalid' });
  await expect(sendCode(await startSignIn(person), other)).resolves.toBeDefined();
  expect(await countUnusedCodes(database(), person.personId)).toBe(8);
});

test('a sign-in that waits becomes one session, and none in another browser', async () => {
  const person = await newPerson('owner');
  const { recoveryCodes } = await setUpFactor(person);
  const token = await startSignIn(person);
  await expect(sendCode(null, recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'not-found' });
  await expect(sendCode('x'.repeat(43), recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'not-found' });
  await sendCode(token, recoveryCodes[0] ?? '');
  await expect(sendCode(token, recoveryCodes[1] ?? '')).rejects.toMatchObject({ code: 'not-found' });
  expect(await readPendingStep(signInContext, token)).toBeNull();
});

test.each([
  [
    'ten minutes',
    async () => {
      waitFor(10 * 60_000);
    },
  ],
  [
    'a new password',
    async ({ personId }: Person) => {
      await database().person.update({
        where: { id: personId },
        data: { passwordChangedAt: toDate(currentTime()) },
      });
    },
  ],
  ['a disabled account', async ({ personId }: Person) => void (await disablePerson(signInContext, personId))],
  [
    'an account that was disabled and enabled',
    async ({ personId }: Person) => {
      await disablePerson(signInContext, personId);
      await enablePerson(signInContext, personId);
    },
  ],
  [
    'the end of all sessions of the person',
    async ({ personId }: Person) => void (await revokeSessions(signInContext, personId)),
  ],
  ['the end of every session', async () => void (await revokeEverySession(signInContext))],
  [
    'its end by the person',
    async (_person: Person, token: string) => void (await cancelSignIn(signInContext, token)),
  ],
])('a sign-in that waits ends with %s', async (_name, end) => {
  const person = await newPerson('owner');
  const { recoveryCodes } = await setUpFactor(person);
  const token = await startSignIn(person);
  await end(person, token);
  expect(await readPendingStep(signInContext, token)).toBeNull();
  await expect(sendCode(token, recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'not-found' });
});

test.each(['viewer', 'owner'] as const)(
  'refuses %s when the password was replaced after its check',
  async (role) => {
    const person = await newPerson(role);
    if (role === 'owner') await setUpFactor(person);
    const before = await openSessions(person.personId);
    testPasswords.afterPasswordCheck = async () => {
      testPasswords.afterPasswordCheck = async () => undefined;
      await database().person.update({ where: { id: person.personId }, data: { passwordHash: 'another' } });
    };
    await expect(submitPassword(person)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await openSessions(person.personId)).toBe(before);
    expect(
      await database().oneTimeToken.count({
        where: { kind: 'sign-in', personId: person.personId, usedAt: null },
      }),
    ).toBe(0);
  },
);

/** Changes the password while `attempt` waits for the person's row. */
async function changeMeanwhile<T>({ personId }: Person, attempt: () => Promise<T>): Promise<T> {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM person WHERE id = $1 FOR UPDATE', [personId]);
    const result = attempt();
    result.catch(() => undefined);
    await vi.waitFor(
      async () =>
        expect(
          (
            await databasePool().query(
              "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
            )
          ).rowCount,
        ).toBeGreaterThan(0),
      { timeout: 60_000 },
    );
    await client.query('UPDATE person SET password_changed_at = $2 WHERE id = $1', [
      personId,
      toDate(currentTime()),
    ]);
    await client.query('COMMIT');
    return await result;
  } finally {
    client.release();
  }
}

test('a password replaced during the second step ends the sign-in', async () => {
  const person = await newPerson('owner');
  const { secret } = await setUpFactor(person);
  const token = await startSignIn(person);
  const before = await openSessions(person.personId);
  await expect(
    changeMeanwhile(person, () => sendCode(token, createCode(secret, currentTime()))),
  ).rejects.toMatchObject({ code: 'not-found' });
  expect(await openSessions(person.personId)).toBe(before);
});

test('a password replaced during the set-up of a first factor ends the sign-in', async () => {
  const person = await newPerson('owner');
  await makeFactorOverdue(person);
  const token = await startSignIn(person);
  const { secret } = await startFirstTotp(signInContext, token);
  await expect(
    changeMeanwhile(person, () =>
      confirmFirstTotp(signInContext, { token, code: createCode(secret, currentTime()) }),
    ),
  ).rejects.toMatchObject({ code: 'not-found' });
  expect(
    await database().secondFactor.count({ where: { personId: person.personId, confirmedAt: { not: null } } }),
  ).toBe(0);
});

test('a remembered browser needs no code for 30 days, and other browsers do', async () => {
  const person = await newPerson('owner');
  const { recoveryCodes } = await setUpFactor(person);
  const { deviceId } = await sendCode(await startSignIn(person), recoveryCodes[0] ?? '', true);
  expect((await submitPassword(person, deviceId)).kind).toBe('opened');
  expect((await submitPassword(person, randomUUID())).kind).toBe('pending');
  expect((await submitPassword(person)).kind).toBe('pending');
  waitFor(30 * dayMs);
  expect((await submitPassword(person, deviceId)).kind).toBe('pending');
  // Another browser is remembered, and the expired one isn't stored any more.
  const { deviceId: other } = await sendCode(await startSignIn(person), recoveryCodes[1] ?? '', true);
  const { rememberedDevices } = await database().person.findUniqueOrThrow({ where: { id: person.personId } });
  expect(Object.keys(Object(rememberedDevices))).toEqual([other]);
});

test('a new password forgets remembered browsers and never skips the factor', async () => {
  const person = await newPerson('owner');
  const { recoveryCodes } = await setUpFactor(person);
  const { deviceId } = await sendCode(await startSignIn(person), recoveryCodes[0] ?? '', true);
  waitFor(1_000);
  await database().person.update({
    where: { id: person.personId },
    data: { passwordChangedAt: toDate(currentTime()) },
  });
  waitFor(1_000);
  expect((await submitPassword(person, deviceId)).kind).toBe('pending');
});

test('ten wrong codes block further ones, also right ones, for a quarter of an hour', async () => {
  const person = await newPerson('owner');
  const { recoveryCodes } = await setUpFactor(person);
  const token = await startSignIn(person);
  for (let attempt = 0; attempt < 10; attempt++)
    await expect(sendCode(token, '000000')).rejects.toMatchObject({ code: 'invalid' });
  await expect(sendCode(token, recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'throttled' });
  // Another sign-in doesn't give further attempts.
  await expect(sendCode(await startSignIn(person), '000000')).rejects.toMatchObject({ code: 'throttled' });
  const entries = await database().auditEntry.count({
    where: { objectId: person.personId, action: 'session.refuse-factor' },
  });
  expect(entries).toBe(10);
  // One mail warns the person that someone knows the password.
  const subject = 'Wrong authentication codes for your Countinghouse account';
  expect(await database().mailMessage.count({ where: { personId: person.personId, subject } })).toBe(1);
});

test.each(['', ' ', '12345', 'x'.repeat(24), '١٢٣٤٥٦', '%00', '1'.repeat(64)])(
  'refuses the code %j with the same message',
  async (code) => {
    const person = await newPerson('owner');
    await setUpFactor(person);
    await expect(sendCode(await startSignIn(person), code)).rejects.toMatchObject({
      code: 'invalid',
      message:
        'This code doesn’t work. Each code works once. Wait for the next code, or use a recovery code.',
    });
  },
);
