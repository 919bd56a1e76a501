import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { verifyAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { createSignInContext, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { removeFactor, replaceRecoveryCodes } from '#lib/factors/change-factor.ts';
import {
  listMemberFactors,
  passSecondStep,
  readFactorDeadline,
  readPendingStep,
  signIn,
} from '#lib/factors/index.ts';
import { reauthenticateFully } from '#lib/factors/reauthenticate.ts';
import { confirmTotp, startTotp } from '#lib/factors/set-up-totp.ts';
import { countUnusedCodes } from '#lib/factors/store.ts';
import { createCode } from '#lib/factors/testing/authenticator.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { setMailServer, testEnv, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { runOperatorCommand } from '#lib/team/index.ts';
import { resetMemberFactor } from '#lib/team/reset-factor.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { removePasskey } from './change-passkey.ts';
import { passSecondStepWithPasskey, startPasskeyStep } from './second-step.ts';
import type { Behaviour, SoftAuthenticator } from './testing/authenticator.ts';
import type { SignedInPerson } from './testing/person.ts';
import {
  createAuthenticator,
  createSender,
  deviceId,
  minutesToMs,
  newPerson,
  registerPasskey,
  signInContext,
  testStart,
  withFixedClock,
} from './testing/person.ts';

testPasswords.isHashFake = true;

const unknownDevice = { ...createSender(), knownDevice: async () => null };
let me: SignedInPerson;
let phone: SoftAuthenticator;
beforeEach(async () => {
  setMailServer();
  testEnv.FACTOR_KEYS = ['a-key-of-this-test-that-is-long-enough'];
  me = await newPerson();
  phone = createAuthenticator();
  await registerPasskey(phone, me);
});

/** Enters the password. */
const enter = (
  { email }: SignedInPerson,
  now = testStart,
  from: Parameters<typeof signIn>[2] = unknownDevice,
) => signIn(createSignInContext(createFixedClock(now)), { email, password: 'a quiet long password' }, from);
async function startSignIn(person: SignedInPerson, now = testStart): Promise<string> {
  const answer = await enter(person, now);
  if (answer.kind !== 'pending') throw new Error('a session was opened');
  return answer.token;
}

const begin = async (token: string | null, now = testStart) =>
  (await startPasskeyStep(createSignInContext(createFixedClock(now)), token, createSender())).options;
const send = (assertion: unknown, token: string | null, { now = testStart, remember = false } = {}) =>
  passSecondStepWithPasskey(
    createSignInContext(createFixedClock(now)),
    { assertion, remember },
    token,
    createSender(),
  );
/** Takes the whole second step. */
const pass = async (token: string, authenticator = phone, behaviour: Behaviour = {}) =>
  send(authenticator.sign(await begin(token), behaviour), token);

const countSessions = ({ personId }: SignedInPerson) => database().session.count({ where: { personId } });
const listEntries = ({ personId }: SignedInPerson, action: string) =>
  database().auditEntry.findMany({ where: { objectId: personId, action }, orderBy: { sequence: 'asc' } });
const refusal = { code: 'invalid', message: 'The passkey wasn’t accepted. Try again.' };
const ended = { code: 'not-found' };

/** Makes the person a member whose role needs a factor. */
const makeOwner = ({ personId }: SignedInPerson) =>
  database().membership.updateMany({ where: { personId }, data: { role: 'owner' } });
const removeAll = async ({ personId, businessId, context }: SignedInPerson) => {
  const { passkeyId } = await database().passkey.findFirstOrThrow({ where: { personId } });
  await removePasskey(context, { businessId, passkeyId });
};

test('someone with only a passkey is asked for it after the password, and it opens one session', async () => {
  const token = await startSignIn(me);
  expect(await readPendingStep(signInContext, token)).toBe('passkey');
  const options = await begin(token);
  expect(options.allowCredentials?.map(({ id }) => id)).toEqual([phone.credentialId]);
  const { personId } = await send(phone.sign(options), token);
  expect(personId).toBe(me.personId);
  expect((await listEntries(me, 'session.open')).at(-1)?.after).toMatchObject({ secondFactor: 'passkey' });
  await expect(pass(token)).rejects.toMatchObject(ended);
});

test('the first passkey brings ten recovery codes, which pass the second step once and can be replaced', async () => {
  const person = await newPerson();
  const { businessId, context, personId } = person;
  const { recoveryCodes } = await registerPasskey(createAuthenticator(), person);
  expect(recoveryCodes).toHaveLength(10);
  expect((await registerPasskey(createAuthenticator(), person)).recoveryCodes).toBeNull();
  const code = recoveryCodes?.[0] ?? '';
  const enterCode = async () =>
    passSecondStep(
      signInContext,
      { token: await startSignIn(person), answer: { kind: 'code', code }, remember: false },
      createSender(),
    );
  await expect(enterCode()).resolves.toMatchObject({ personId });
  await expect(enterCode()).rejects.toMatchObject({ code: 'invalid' });
  const replaced = await replaceRecoveryCodes(context, { businessId });
  expect(replaced.recoveryCodes).toHaveLength(10);
  expect(replaced.recoveryCodes).not.toContain(recoveryCodes?.[1]);
  await database().session.updateMany({ where: { personId }, data: { factorVerifiedAt: null } });
  const required = { code: 'reauthentication-required' };
  await expect(replaceRecoveryCodes(context, { businessId })).rejects.toMatchObject(required);
  // The password alone isn't enough. With a recovery code it is.
  const own = { businessId, currentPassword: 'a quiet long password' };
  await reauthenticateFully(context, own);
  await expect(replaceRecoveryCodes(context, { businessId })).rejects.toMatchObject(required);
  await reauthenticateFully(context, { ...own, code: replaced.recoveryCodes[0] ?? '' });
  await expect(replaceRecoveryCodes(context, { businessId })).resolves.toBeDefined();
});

test('an app beside a passkey needs a verified passkey, and recovery codes stay when the app is removed', async () => {
  const { businessId, context, personId } = me;
  const proof = { kind: 'password', password: 'a quiet long password' } as const;
  const proveAt = (at: Date | null) =>
    database().session.update({ where: { id: context.actor.sessionId }, data: { factorVerifiedAt: at } });
  await proveAt(null);
  await expect(startTotp(context, { businessId, proof })).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
  await proveAt(toDate(testStart));
  const { secret } = await startTotp(context, { businessId, proof });
  await confirmTotp(context, { businessId, code: createCode(secret, testStart) });
  const now = addMilliseconds(testStart, minutesToMs(1));
  await removeFactor(withFixedClock(context, now), { businessId, code: createCode(secret, now) });
  expect(await countUnusedCodes(database(), personId)).toBe(10);
  expect(await database().passkey.count({ where: { personId } })).toBe(1);
});

test('recovery codes end with the last passkey', async () => {
  const countCodes = () => countUnusedCodes(database(), me.personId);
  expect(await countCodes()).toBe(10);
  await removeAll(me);
  expect(await countCodes()).toBe(0);
  expect((await enter(me)).kind).toBe('opened');
});

test('someone with an app, too, may use either', async () => {
  const confirmedAt = toDate(testStart);
  await database().secondFactor.create({
    data: {
      factorId: randomUUID(),
      personId: me.personId,
      kind: 'totp',
      secret: new Uint8Array(48),
      keyId: 'key',
      createdAt: confirmedAt,
      confirmedAt,
    },
  });
  const token = await startSignIn(me);
  expect(await readPendingStep(signInContext, token)).toBe('either');
  await expect(pass(token)).resolves.toBeDefined();
});

test('a browser is remembered for 30 days', async () => {
  const token = await startSignIn(me);
  const { deviceId: device } = await send(phone.sign(await begin(token)), token, { remember: true });
  const known = { ...createSender(), knownDevice: async () => ({ id: device, rememberedAt: testStart }) };
  expect((await enter(me, testStart, known)).kind).toBe('opened');
  expect((await enter(me, testStart)).kind).toBe('pending');
  expect(device).not.toBe(deviceId);
});

test('refuses a passkey of another person, and audits it', async () => {
  const other = await newPerson();
  const theirs = createAuthenticator();
  await registerPasskey(theirs, other);
  const [mine, sessions] = [await startSignIn(me), await countSessions(me)];
  await expect(pass(mine, theirs)).rejects.toMatchObject(refusal);
  await expect(pass(mine, createAuthenticator(), { userHandle: 'AAAA' })).rejects.toMatchObject(refusal);
  expect([await countSessions(me), await countSessions(other)]).toEqual([sessions, 1]);
  expect(await listEntries(me, 'session.refuse-factor')).toMatchObject([
    { after: { method: 'passkey' } },
    { after: { method: 'passkey' } },
  ]);
});

test.each<[string, Behaviour]>([
  ['a forged signature', { isForged: true }],
  ['no verification of the person', { isVerified: false }],
  ['another origin', { origin: 'https://evil.example' }],
])('refuses %s', async (_name, behaviour) => {
  await expect(pass(await startSignIn(me), phone, behaviour)).rejects.toMatchObject(refusal);
});

test('a challenge works once, and only in the sign-in that requested it', async () => {
  const [first, second] = [await startSignIn(me), await startSignIn(me)];
  const foreign = phone.sign(await begin(first));
  await expect(send(foreign, second)).rejects.toMatchObject(refusal);
  const wrong = await begin(first);
  await expect(send(phone.sign(wrong, { isForged: true }), first)).rejects.toMatchObject(refusal);
  await expect(send(phone.sign(wrong), first)).rejects.toMatchObject(refusal);
  const right = phone.sign(await begin(first));
  const answers = await Promise.allSettled([send(right, first), send(right, first)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('needs a sign-in that still waits', async () => {
  const token = await startSignIn(me);
  const signed = phone.sign(await begin(token));
  const late = addMilliseconds(testStart, minutesToMs(10));
  await expect(send(signed, token, { now: late })).rejects.toMatchObject(ended);
  for (const other of [null, 'x'.repeat(43)]) {
    await expect(begin(other)).rejects.toMatchObject(ended);
    await expect(send(signed, other)).rejects.toMatchObject(ended);
  }
  for (const input of [null, {}, 'x']) await expect(send(input, token)).rejects.toMatchObject(refusal);
});

test('a passkey meets the requirement of a role, also in the column of Team', async () => {
  await makeOwner(me);
  const factors = await listMemberFactors(
    {
      ...me.context,
      actor: { ...me.context.actor, roles: new Map([[me.businessId, 'owner' as const]]) },
    },
    me.businessId,
    [me.personId],
  );
  expect(factors.get(me.personId)).toBe('on');
  expect(await readFactorDeadline(me.context)).toBeNull();
});

test('removing the last passkey starts no grace period for a role that needs a factor', async () => {
  await makeOwner(me);
  const waiting = await startSignIn(me);
  await removeAll(me);
  expect(await readPendingStep(signInContext, waiting)).toBeNull();
  expect(await readPendingStep(signInContext, await startSignIn(me))).toBe('set-up');
});

test('removing the last passkey keeps a running grace period, and requires nothing of other roles', async () => {
  const viewer = await newPerson();
  await registerPasskey(createAuthenticator(), viewer);
  await removeAll(viewer);
  expect((await enter(viewer)).kind).toBe('opened');
  await makeOwner(me);
  const dueAt = toDate(addMilliseconds(testStart, minutesToMs(60)));
  await database().person.update({ where: { id: me.personId }, data: { secondFactorDueAt: dueAt } });
  await removeAll(me);
  expect((await enter(me)).kind).toBe('opened');
});

test('a reset by an owner or an operator removes the passkeys, ends the sessions and audits it', async () => {
  const tenant = await createTenant();
  for (const reset of [
    () => resetMemberFactor(tenant.as.owner, { businessId: tenant.businessId, personId: me.personId }),
    () => runOperatorCommand(systemContext('operator'), ['reset', me.email, '--factor'], {}),
  ]) {
    me = await newPerson();
    await database().membership.updateMany({
      where: { personId: me.personId },
      data: { businessId: tenant.businessId },
    });
    await registerPasskey(createAuthenticator(), me);
    const token = await startSignIn(me);
    await reset();
    expect(await database().passkey.count({ where: { personId: me.personId } })).toBe(0);
    expect(await database().session.count({ where: { personId: me.personId, revokedAt: null } })).toBe(0);
    expect(await readPendingStep(signInContext, token)).toBeNull();
    expect(await listEntries(me, 'person.reset-factor')).toMatchObject([{ after: { passkeys: 1 } }]);
  }
});

test('leaves a valid audit log', async () => {
  expect((await verifyAudit()).breaches).toEqual([]);
});
