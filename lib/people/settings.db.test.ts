import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { endPersonSessions } from '#lib/access/index.ts';
import { findPerson, findSessionEndReason } from '#lib/access/session-store.ts';
import { verifyAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { createBusiness, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import {
  createPerson,
  grantRole,
  hasEnvironmentPassword,
  readDisplaySettings,
  readSettings,
} from './index.ts';
import { revokeOtherSessions, revokeOwnSession } from './revoke-own-sessions.ts';
import { changePasswordForm, changeProfileForm } from './schema.ts';
import { addFactor, markFactorVerified } from './testing/factor.ts';
import { signIn } from './testing/sign-in.ts';

testPasswords.isHashFake = true;

setMailServer();

const start = instant(Date.UTC(2026, 10, 20, 9));
const password = 'a quiet long password';
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

type Subject = { readonly email: string; readonly personId: PersonId; readonly businessId: BusinessId };
let subject: Subject;

async function newPerson(): Promise<Subject> {
  const businessId = await createBusiness();
  const email = `${randomUUID()}@example.test`;
  const system = systemContext('test', createFixedClock(start));
  const personId = await createPerson(system, { email, name: 'Ada Lovelace', password });
  await grantRole(system, { personId, businessId, role: 'viewer' });
  return { email, personId, businessId };
}
beforeEach(async () => {
  subject = await newPerson();
});

type Known = { readonly id: string; readonly rememberedAt: Instant };

/** Signs in and returns the context of the session, with the device that the browser would remember. */
async function enter(
  now: Instant,
  {
    device = null,
    as = subject,
    secret = password,
  }: { device?: Known | null; as?: Subject; secret?: string } = {},
) {
  const sender = { address: '203.0.113.7', userAgent: windows, knownDevice: async () => device };
  const system = systemContext('sign-in', createFixedClock(now));
  const { sessionId, deviceId } = await signIn(system, { email: as.email, password: secret }, sender);
  const actor = await findPerson(sessionId, now);
  if (actor === null) throw new Error('not signed in');
  const context = createContext(actor, { clock: createFixedClock(now) });
  return { context, sessionId, device: { id: deviceId, rememberedAt: now } };
}

const change = (context: Context<PersonActor>, next: string, current = password) =>
  changePassword(context, { businessId: subject.businessId, currentPassword: current, password: next });
const isOpen = async (sessionId: SessionId, now: Instant = start) =>
  (await findPerson(sessionId, now)) !== null;
const listMails = () =>
  database().mailMessage.findMany({ where: { personId: subject.personId }, orderBy: { createdAt: 'asc' } });
const listSubjects = async () => (await listMails()).map((mail) => mail.subject);
const listActions = async () =>
  (
    await database().auditEntry.findMany({
      where: { objectId: subject.personId },
      orderBy: [{ at: 'asc' }, { sequence: 'asc' }],
    })
  ).map(({ action }) => action);
const minutes = (count: number) => count * 60_000;

test('a new password ends all other sessions, keeps this one, and is audited and mailed', async () => {
  const mine = await enter(start);
  const other = await enter(start, { device: mine.device });
  const now = addMilliseconds(start, minutes(1));
  const context = { ...mine.context, clock: createFixedClock(now) };
  expect(await change(context, 'another quiet password')).toEqual({ endedSessions: 1 });
  expect([await isOpen(mine.sessionId, now), await isOpen(other.sessionId, now)]).toEqual([true, false]);
  await expect(enter(now)).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(enter(now, { secret: 'another quiet password', device: mine.device })).resolves.toBeDefined();
  expect(await listSubjects()).toEqual(['Your Countinghouse password was changed']);
  const entries = await database().auditEntry.findMany({ where: { action: 'person.change-password' } });
  expect(entries).toMatchObject([
    { chainId: subject.businessId, objectId: subject.personId, after: { endedSessions: 1 } },
  ]);
  expect((await readSettings(context)).passwordChangedAt).toBe(now);
});

test('asks for another password until the one of OWNER_PASSWORD is replaced', async () => {
  const { context } = await enter(start);
  expect(await hasEnvironmentPassword(context)).toBe(true);
  expect((await readSettings(context)).hasEnvironmentPassword).toBe(true);
  expect(await hasEnvironmentPassword(context, true)).toBe(false);
  await change(context, 'another quiet password');
  expect(await hasEnvironmentPassword(context)).toBe(false);
  expect((await readSettings(context)).hasEnvironmentPassword).toBe(false);
});

test('asks nobody who chose their password with an invitation', async () => {
  const { context } = await enter(start);
  const at = new Date(start);
  await database().invitation.create({
    data: {
      businessId: subject.businessId,
      email: subject.email,
      role: 'viewer',
      tokenHash: randomBytes(32),
      delivery: 'mail',
      createdAt: at,
      sentAt: at,
      expiresAt: new Date(start + minutes(1)),
      acceptedAt: at,
      acceptedById: subject.personId,
    },
  });
  expect(await hasEnvironmentPassword(context)).toBe(false);
});

test.each([
  ['a wrong current password', 'another quiet password', 'not my password', 'currentPassword'],
  ['the same password', password, password, 'password'],
  ['a common password', 'leavemealone', password, 'password'],
  ['a pattern', '123456123456', password, 'password'],
  ["the person's name", 'lovelace-2026', password, 'password'],
])('refuses %s and changes nothing', async (_name, next, current, field) => {
  const { context } = await enter(start);
  const other = await enter(start);
  const failed = await change(context, next, current).catch((problem) => problem);
  expect([failed.code, Object.keys(failed.fieldErrors)]).toEqual(['invalid', [field]]);
  expect(await isOpen(other.sessionId)).toBe(true);
  expect(await listActions()).not.toContain('person.change-password');
});

test('asks people with a second factor for it before it replaces the password', async () => {
  const { context } = await enter(start);
  await addFactor(subject.personId, start);
  await expect(change(context, 'another quiet password')).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
  expect(await listSubjects()).toEqual([]);
  await markFactorVerified(context, start);
  expect(await change(context, 'another quiet password')).toEqual({ endedSessions: 0 });
});

test('needs 12 characters and has no other rules', () => {
  const parse = (text: string) =>
    changePasswordForm.safeParse({ businessId: '', currentPassword: 'x', password: text }).success;
  expect([parse('elevenchars'), parse('twelve chars'), parse('            ')]).toEqual([false, true, true]);
});

test('ten wrong current passwords block further ones, also the right one', async () => {
  const { context } = await enter(start);
  for (let n = 0; n < 10; n += 1)
    await expect(change(context, 'another quiet password', 'wrong')).rejects.toMatchObject({
      code: 'invalid',
    });
  await expect(change(context, 'another quiet password')).rejects.toMatchObject({ code: 'throttled' });
});

test('accepts one of two concurrent changes', async () => {
  const { context } = await enter(start);
  const results = await Promise.allSettled([
    change(context, 'another quiet password'),
    change(context, 'a third quiet password'),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('needs access to the business of the page', async () => {
  const { context } = await enter(start);
  const businessId = await createBusiness();
  const refused = { code: 'not-found' };
  await expect(
    changePassword(context, { businessId, currentPassword: password, password: 'another quiet password' }),
  ).rejects.toMatchObject(refused);
  await expect(
    changeProfile(context, { businessId, name: 'x', locale: null, hourCycle: null }),
  ).rejects.toMatchObject(refused);
  await expect(revokeOtherSessions(context, { businessId })).rejects.toMatchObject(refused);
  await expect(revokeOwnSession(context, { businessId, sessionId: randomUUID() })).rejects.toMatchObject(
    refused,
  );
});

test('forgets other browsers with the old password, but not the one that changed it', async () => {
  const mine = await enter(start);
  const other = await enter(start, { device: { id: randomUUID(), rememberedAt: start } });
  const now = addMilliseconds(start, minutes(1));
  await change({ ...mine.context, clock: createFixedClock(now) }, 'another quiet password');
  const secret = 'another quiet password';
  expect((await enter(now, { device: mine.device, secret })).device.id).toBe(mine.device.id);
  const returned = await enter(now, { device: other.device, secret });
  expect(returned.device.id).not.toBe(other.device.id);
  expect((await listSubjects()).at(-1)).toBe('New sign-in to your Countinghouse account');
  // The cookie that it got now is newer than the password.
  const again = await enter(addMilliseconds(now, 1), { device: returned.device, secret });
  expect(again.device.id).toBe(returned.device.id);
});

test('reports a sign-in from a new browser by mail and in Settings, but not the first one', async () => {
  const first = await enter(start);
  expect(await listMails()).toEqual([]);
  const second = await enter(start);
  const [mail] = await listMails();
  expect(mail?.text).toContain(
    'Browser: Chrome on Windows\n\nIP address: 203.0.113.7\n\nTime: 20 Nov 2026, 09:00 UTC',
  );
  expect(mail?.text).toContain(`/${subject.businessId}/settings`);
  await enter(start, { device: second.device });
  expect(await listMails()).toHaveLength(1);
  const { sessions } = await readSettings(first.context);
  expect(sessions).toHaveLength(3);
  expect(sessions[0]).toMatchObject({ isCurrent: true, isNewDevice: false, device: 'Chrome on Windows' });
  expect(sessions.filter(({ isNewDevice }) => isNewDevice).map(({ sessionId }) => sessionId)).toEqual([
    second.sessionId,
  ]);
});

test('notifies an account without recent sessions of its next sign-in', async () => {
  await enter(addMilliseconds(start, 40 * 86_400_000));
  expect(await listSubjects()).toEqual(['New sign-in to your Countinghouse account']);
});

test('the oldest session ends beyond ten, with notices by mail and in Settings', async () => {
  const first = await enter(start);
  for (let n = 1; n < 10; n += 1) await enter(addMilliseconds(start, n), { device: first.device });
  expect(await isOpen(first.sessionId)).toBe(true);
  const last = await enter(addMilliseconds(start, 10), { device: first.device });
  expect(await isOpen(first.sessionId)).toBe(false);
  expect(await listSubjects()).toEqual(['Your oldest Countinghouse session was ended']);
  const { sessions } = await readSettings(last.context);
  const ended = sessions.filter(({ endedAt }) => endedAt !== null);
  expect(ended.map(({ sessionId }) => sessionId)).toEqual([first.sessionId]);
  expect(sessions).toHaveLength(11);
  // Sessions that ended by themselves don't count.
  const afterHours = await enter(addMilliseconds(start, minutes(60)), { device: first.device });
  expect(
    (await readSettings(afterHours.context)).sessions.filter(({ endedAt }) => endedAt === null),
  ).toHaveLength(1);
});

test('revokes one session or all others, of oneself only', async () => {
  const mine = await enter(start);
  const [second, third] = [await enter(start), await enter(start)];
  const stranger = await newPerson();
  const foreign = await enter(start, { as: stranger });
  const { businessId } = subject;
  const one = await revokeOwnSession(mine.context, { businessId, sessionId: second.sessionId });
  expect(one.sessions.map(({ sessionId }) => sessionId)).toEqual([mine.sessionId, third.sessionId]);
  expect(await isOpen(second.sessionId)).toBe(false);
  await revokeOwnSession(mine.context, { businessId, sessionId: foreign.sessionId });
  expect(await isOpen(foreign.sessionId)).toBe(true);
  await expect(
    revokeOwnSession(mine.context, { businessId, sessionId: mine.sessionId }),
  ).rejects.toMatchObject({ code: 'invalid' });
  const rest = await revokeOtherSessions(mine.context, { businessId });
  expect(rest.sessions.map(({ sessionId }) => sessionId)).toEqual([mine.sessionId]);
  expect([await isOpen(third.sessionId), await isOpen(mine.sessionId)]).toEqual([false, true]);
  expect((await listActions()).filter((action) => action === 'session.revoke')).toHaveLength(2);
});

test('stores the name, the language and the time format once for every business', async () => {
  const { context } = await enter(start);
  const profile = { name: 'Ada Byron', locale: 'de-AT', hourCycle: 'h23' } as const;
  await changeProfile(context, { businessId: subject.businessId, ...profile });
  expect(await readDisplaySettings(context)).toEqual({ locale: 'de-AT', hourCycle: 'h23' });
  expect((await readSettings(context)).profile).toEqual(profile);
  await changeProfile(context, { businessId: subject.businessId, ...profile });
  const entries = await database().auditEntry.findMany({
    where: { action: 'person.change-profile', chainId: subject.businessId },
  });
  expect(entries).toMatchObject([
    { before: { name: 'Ada Lovelace', locale: null, hourCycle: null }, after: profile },
  ]);
});

test.each(['', 'x', 'no-such-language-at-all-that-is-far-too-long', '../etc', 'zz-ZZ-x'])(
  'refuses the language %j',
  (locale) => {
    const input = { businessId: '', name: 'x', locale, hourCycle: null };
    expect(changeProfileForm.safeParse(input).success).toBe(false);
  },
);

test('stores why a session ended', async () => {
  const { sessionId } = await enter(start);
  await inTransaction((transaction) => endPersonSessions(transaction, subject.personId, start));
  const session = await database().session.findUniqueOrThrow({ where: { id: sessionId } });
  expect(session.endReason).toBe('access');
  expect(await findSessionEndReason(sessionId)).toBe('access');
  await expect(
    database().session.update({ where: { id: sessionId }, data: { endReason: 'made up' } }),
  ).rejects.toThrow('session_end_reason');
});

test('leaves a valid audit log', async () => {
  expect((await verifyAudit()).breaches).toEqual([]);
});
