import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { deriveToken } from '#lib/access/index.ts';
import { findPerson } from '#lib/access/session-store.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { sendMail } from '#lib/mail/index.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { confirmEmailChange, readEmailChange, requestEmailChange } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { requestEmailForm } from './schema.ts';
import { addFactor, markFactorVerified } from './testing/factor.ts';

testPasswords.isHashFake = true;

const password = 'a quiet long password';
const day = 24 * 3_600_000;
let tenant: Tenant;
let now: Instant;
const clock: Clock = { now: () => now };
beforeEach(async () => {
  setMailServer();
  now = systemClock.now();
  tenant = await createTenant();
  await database().person.update({
    where: { id: tenant.as.viewer.actor.personId },
    data: { passwordHash: `hash of ${password}` },
  });
});

const me = () => ({ ...tenant.as.viewer, clock });
const personId = () => tenant.as.viewer.actor.personId;
const newAddress = () => `${randomUUID()}@example.test`;
const request = (email: string, currentPassword = password) =>
  requestEmailChange(me(), { businessId: tenant.businessId, email, currentPassword });
const confirm = (token: string) => confirmEmailChange(systemContext('email-change', clock), { token });
const readEmail = async () =>
  (await database().person.findUniqueOrThrow({ where: { id: personId() } })).email;
const listMails = () => database().mailMessage.findMany({ where: { personId: personId() } });

/** Returns the token of the newest queued link. */
async function readToken(): Promise<string> {
  const [queued] = await database().mailMessage.findMany({
    where: { personId: personId(), linkPath: 'email' },
    orderBy: { createdAt: 'desc' },
  });
  if (queued?.linkSeed === null || queued === undefined) throw new Error('no link was queued');
  return deriveToken(queued.linkSeed);
}

test('changes the address once the link at the new one is opened, and notifies both', async () => {
  const { email: former, sessionId } = tenant.as.viewer.actor;
  const email = newAddress();
  expect(await request(email)).toEqual({ email });
  expect(await readEmail()).toBe(former);
  const sent = (await listMails()).map(({ address, subject }) => [subject, address] as const);
  expect(Object.fromEntries(sent)).toEqual({
    'Confirm your new email address for Countinghouse': email,
    'A new email address was requested for your Countinghouse account': null,
  });
  const token = await readToken();
  expect(await readEmailChange(token, now)).toEqual({ state: 'open', email });
  expect(await confirm(token)).toEqual({ email });
  expect(await readEmail()).toBe(email);
  const notices = (await listMails()).filter(({ subject }) => subject.endsWith('was changed'));
  expect(new Set(notices.map(({ address }) => address))).toEqual(new Set([former, null]));
  expect(await findPerson(sessionId, now)).toMatchObject({ email });
  expect(await readEmailChange(token, now)).toEqual({ state: 'used' });
  await expect(confirm(token)).rejects.toMatchObject({ code: 'conflict' });
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectId: personId() },
    orderBy: { sequence: 'asc' },
  });
  expect(entries).toMatchObject([
    { action: 'person.request-email', actorId: personId(), after: { email } },
    { action: 'person.change-email', actorId: 'email-change', before: { email: former }, after: { email } },
  ]);
  expect(JSON.stringify(entries.map(({ after }) => after))).not.toContain(token);
});

test('needs the current password, another address and a mail server', async () => {
  await expect(request(newAddress(), 'wrong')).rejects.toMatchObject({
    code: 'invalid',
    fieldErrors: { currentPassword: expect.anything() },
  });
  await database().person.update({ where: { id: personId() }, data: { emailVerifiedAt: toDate(now) } });
  await expect(request(tenant.as.viewer.actor.email)).rejects.toMatchObject({ code: 'invalid' });
  setMailServer(false);
  await expect(request(newAddress())).rejects.toMatchObject({ code: 'conflict' });
  expect(await listMails()).toEqual([]);
});

test('verifies the current address by a link, which works only in a session of the account', async () => {
  const { email } = tenant.as.viewer.actor;
  expect(await request(email)).toEqual({ email });
  const token = await readToken();
  const isVerified = async () =>
    (await database().person.findUniqueOrThrow({ where: { id: personId() } })).emailVerifiedAt !== null;
  // The mailbox may belong to someone who knows nothing of the account.
  const confirmAs = (signedIn: PersonId | null) =>
    confirmEmailChange(systemContext('email-change', clock), { token }, signedIn);
  for (const other of [null, tenant.as.owner.actor.personId])
    await expect(confirmAs(other)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await isVerified()).toBe(false);
  expect(await confirmAs(personId())).toEqual({ email });
  expect(await isVerified()).toBe(true);
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectId: personId(), action: 'person.verify-address' },
  });
  expect(entries).toHaveLength(1);
});

test('asks people with a second factor for it in this session before it checks the password', async () => {
  await addFactor(personId(), now);
  const required = { code: 'reauthentication-required' };
  await expect(request(newAddress())).rejects.toMatchObject(required);
  expect(await listMails()).toEqual([]);
  await markFactorVerified(me(), addMilliseconds(now, -16 * 60_000));
  await expect(request(newAddress())).rejects.toMatchObject(required);
  await markFactorVerified(me(), now);
  await expect(request(newAddress(), 'wrong')).rejects.toMatchObject({ code: 'invalid' });
  await expect(request(newAddress())).resolves.toBeDefined();
});

test('a link ends with a second factor that the person added since, because it was requested without one', async () => {
  const mailed: string[] = [];
  const deliver = () =>
    sendMail(systemContext('mail', clock), AbortSignal.timeout(20_000), async () => ({
      send: async ({ to }) => void mailed.push(to),
      verify: async () => undefined,
      close: () => undefined,
    }));
  const [first, second] = [newAddress(), newAddress()];
  await request(first);
  await deliver();
  now = addMilliseconds(now, 1);
  await request(second);
  const token = await readToken();
  now = addMilliseconds(now, 1);
  await addFactor(personId(), now);
  await deliver();
  expect([mailed.includes(first), mailed.includes(second)]).toEqual([true, false]);
  expect((await readEmailChange(token, now)).state).toBe('expired');
  await expect(confirm(token)).rejects.toMatchObject({ code: 'conflict' });
  expect(await readEmail()).toBe(tenant.as.viewer.actor.email);
});

test('answers the same for the address of another account, and mails it nothing', async () => {
  const { email } = tenant.as.owner.actor;
  expect(await request(email)).toEqual({ email });
  expect((await listMails()).map(({ address }) => address)).toEqual([null]);
});

test('refuses an address that another account took in the meantime', async () => {
  const email = newAddress();
  await request(email);
  await database().person.update({ where: { id: tenant.as.owner.actor.personId }, data: { email } });
  await expect(confirm(await readToken())).rejects.toMatchObject({ code: 'conflict' });
  expect(await readEmail()).toBe(tenant.as.viewer.actor.email);
});

test('refuses an address that another account gets at the same moment', async () => {
  const email = newAddress();
  await request(email);
  const token = await readToken();
  const { promise: confirmed, resolve: commit } = Promise.withResolvers<void>();
  const { promise: taken, resolve: noteTaken } = Promise.withResolvers<void>();
  const other = inTransaction(async (transaction) => {
    await transaction.person.update({ where: { id: tenant.as.owner.actor.personId }, data: { email } });
    noteTaken();
    await confirmed;
  });
  await taken;
  const refused = expect(confirm(token)).rejects.toMatchObject({ code: 'conflict' });
  // The confirmation waits at the unique index by then.
  await pause(500);
  commit();
  await other;
  await refused;
  expect(await readEmail()).toBe(tenant.as.viewer.actor.email);
  expect((await readEmailChange(token, now)).state).toBe('open');
});

test('a link ends after a day, with a newer request, and with a new password', async () => {
  await request(newAddress());
  const first = await readToken();
  now = addMilliseconds(now, 1);
  await request(newAddress());
  const second = await readToken();
  expect([(await readEmailChange(first, now)).state, (await readEmailChange(second, now)).state]).toEqual([
    'expired',
    'open',
  ]);
  expect((await readEmailChange(second, addMilliseconds(now, day))).state).toBe('expired');
  now = addMilliseconds(now, 1);
  const change = { currentPassword: password, password: 'another quiet password' };
  await changePassword(me(), { businessId: tenant.businessId, ...change });
  expect((await readEmailChange(second, now)).state).toBe('expired');
  await expect(confirm(second)).rejects.toMatchObject({ code: 'conflict' });
  await expect(confirm('x'.repeat(43))).rejects.toMatchObject({ code: 'not-found' });
});

test('refuses addresses with letters that look like others', () => {
  const parse = (email: string) =>
    requestEmailForm.safeParse({ businessId: '', currentPassword: 'x', email }).success;
  expect([parse('Ada+desk@Example.test'), parse('аda@example.test'), parse('ada')]).toEqual([
    true,
    false,
    false,
  ]);
});
