import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { deriveToken } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { signIn } from '#lib/factors/index.ts';
import { sendMail } from '#lib/mail/index.ts';
import { countFactors, insertFactors } from '#lib/passkeys/testing/rows.ts';
import { disablePerson } from '#lib/people/index.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import {
  createPasswordResetAsOperator,
  readResetState,
  requestPasswordReset,
  resetPassword,
  sendPasswordResets,
} from './index.ts';

testPasswords.isHashFake = true;

let tenant: Tenant;
let now: Instant;
const clock: Clock = { now: () => now };
beforeEach(async () => {
  setMailServer();
  now = systemClock.now();
  tenant = await createTenant();
  await database().oneTimeToken.deleteMany({ where: waiting });
  await database().mailMessage.deleteMany();
});

const waiting = { kind: 'password-reset-request' };
const unusedAddress = () => `198.51.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
const request = (email: string, address = unusedAddress()) =>
  requestPasswordReset(systemContext('password-reset', clock), { email }, { address });
const answer = () => sendPasswordResets(systemContext('password-reset', clock), AbortSignal.timeout(20_000));
const viewer = () => tenant.as.viewer.actor;

async function listTokens(): Promise<readonly string[]> {
  const queued = await database().mailMessage.findMany({
    where: { linkPath: 'reset' },
    orderBy: { createdAt: 'asc' },
  });
  return queued.map(({ linkSeed }) => (linkSeed === null ? '' : deriveToken(linkSeed)));
}

/** Sends the queued mails and returns their texts. */
async function deliver(): Promise<readonly string[]> {
  const texts: string[] = [];
  await sendMail(systemContext('mail', clock), AbortSignal.timeout(20_000), async () => ({
    send: async ({ to, text }) => void texts.push(`${to}\n${text}`),
    verify: async () => undefined,
    close: () => undefined,
  }));
  return texts;
}

test('mails a link that sets a password once', async () => {
  await request(viewer().email);
  expect(await answer()).toEqual({ mailed: 1, ignored: 0 });
  const [token = ''] = await listTokens();
  const [text] = await deliver();
  expect(text).toContain(`${viewer().email}\nSomeone requested a new password`);
  expect(text).toContain(`/reset/${token}`);
  const reset = () =>
    resetPassword(systemContext('password-reset', clock), { token, password: 'a quiet long one' });
  await reset();
  await expect(reset()).rejects.toMatchObject({ code: 'conflict' });
  expect((await deliver())[0]).toContain('The password of your account was changed.');
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectId: viewer().personId },
    orderBy: { sequence: 'asc' },
  });
  expect(entries).toMatchObject([
    { action: 'person.reset-link', actorId: 'password-reset', after: { mailed: true } },
    { action: 'person.reset-password' },
  ]);
});

/** Requests a link, receives it by mail and sets a password with it. */
async function resetByMail(email: string, password = 'a quiet long one'): Promise<void> {
  await request(email);
  await answer();
  const token = (await listTokens()).at(-1) ?? '';
  await resetPassword(systemContext('password-reset', clock), { token, password });
}
const isVerified = async () =>
  (await database().person.findUniqueOrThrow({ where: { id: viewer().personId } })).emailVerifiedAt !== null;

test('a mailed link never removes the second factor, also at an address that was never verified', async () => {
  const { personId, email } = viewer();
  await insertFactors(personId);
  await resetByMail(email);
  expect(await countFactors(personId)).toBe(2);
  const sender = { address: unusedAddress(), userAgent: null, knownDevice: async () => null };
  const answered = await signIn(
    systemContext('sign-in', clock),
    { email, password: 'a quiet long one' },
    sender,
  );
  expect(answered.kind).toBe('pending');
  // The factor may be of someone else, so the mailbox alone doesn't speak for the account.
  expect(await isVerified()).toBe(false);
  await database().person.update({ where: { id: personId }, data: { emailVerifiedAt: new Date() } });
  now = addMilliseconds(now, 1_000);
  await resetByMail(email);
  expect(await countFactors(personId)).toBe(2);
});

test('the first mailed link verifies the address of an account without a second factor', async () => {
  const { personId, email } = viewer();
  // A link that an operator passes on verifies nothing.
  const { link } = await createPasswordResetAsOperator(systemContext('operator', clock), personId);
  const passedOn = { token: link?.split('/reset/')[1] ?? '', password: 'another quiet long one' };
  await resetPassword(systemContext('password-reset', clock), passedOn);
  expect(await isVerified()).toBe(false);
  now = addMilliseconds(now, 1_000);
  await resetByMail(email);
  expect(await isVerified()).toBe(true);
});

test('answers an address without an account with the same statements', async () => {
  const statements = vi.spyOn(database().oneTimeToken, 'create');
  const known = await request(viewer().email);
  const unknown = await request(`${randomUUID()}@example.test`);
  expect(unknown).toEqual(known);
  expect(statements).toHaveBeenCalledTimes(2);
  statements.mockRestore();
  expect(
    await database().oneTimeToken.count({ where: { kind: 'password-reset', personId: viewer().personId } }),
  ).toBe(0);
  expect(await answer()).toEqual({ mailed: 1, ignored: 1 });
  expect(await database().oneTimeToken.count({ where: waiting })).toBe(0);
});

test('ignores disabled accounts, old requests and people without a business', async () => {
  await disablePerson(systemContext('operator', clock), viewer().personId);
  await request(viewer().email);
  await request(tenant.as.finance.actor.email);
  await database().membership.deleteMany({ where: { personId: tenant.as.finance.actor.personId } });
  expect(await answer()).toEqual({ mailed: 0, ignored: 2 });
  await request(tenant.as.owner.actor.email);
  now = addMilliseconds(now, 30 * 60_000);
  expect(await answer()).toEqual({ mailed: 0, ignored: 1 });
});

test('mails an account three links an hour, of which the last one works', async () => {
  for (let n = 0; n < 5; n += 1) await request(viewer().email);
  expect(await answer()).toEqual({ mailed: 3, ignored: 2 });
  const states = [];
  for (const token of await listTokens()) states.push(await readResetState(token, now));
  expect(states.filter((state) => state === 'open')).toHaveLength(1);
  // Only the newest link is sent.
  expect(await deliver()).toHaveLength(1);
});

test('admits ten requests an hour from one network', async () => {
  for (let n = 0; n < 10; n += 1) await request('nobody@example.test', `2001:db8:5:5::${n}`);
  await expect(request('nobody@example.test', '2001:db8:5:5::ff')).rejects.toMatchObject({
    code: 'throttled',
  });
});

test('says so without a mail server', async () => {
  setMailServer(false);
  await expect(request(viewer().email)).rejects.toMatchObject({ code: 'conflict' });
});

test('a common password is refused, and the link stays open', async () => {
  await request(viewer().email);
  await answer();
  const [token = ''] = await listTokens();
  await expect(
    resetPassword(systemContext('password-reset', clock), { token, password: 'leavemealone' }),
  ).rejects.toMatchObject({ code: 'invalid' });
  expect(await readResetState(token, now)).toBe('open');
});
