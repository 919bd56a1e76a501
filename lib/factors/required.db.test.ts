import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createBusiness, createPerson } from '#lib/database/testing/tenant.ts';
import { testEnv, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import {
  exemptDemoPerson,
  listMemberFactors,
  readFactorDeadline,
  readPendingStep,
  readRequiredRoles,
} from './index.ts';
import { confirmFirstTotp, startFirstTotp } from './sign-in.ts';
import { createCode } from './testing/authenticator.ts';
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

const factorKey = 'a-key-of-this-test-that-is-long-enough';
beforeEach(() => {
  resetTime();
  Object.assign(testEnv, {
    DEMO: false,
    FACTOR_KEYS: [factorKey],
    OIDC_NAME: 'Example Corp',
    OIDC_DOMAINS: [],
    OIDC_BREAK_GLASS: ['emergency@example.test'],
  });
});

const dayMs = 86_400_000;

test.each(['viewer', 'accountant', 'finance'] as const)('%s needs no second factor', async (role) => {
  const person = await newPerson(role);
  expect((await submitPassword(person)).kind).toBe('opened');
  waitFor(30 * dayMs);
  expect((await submitPassword(person)).kind).toBe('opened');
});

test.each(['compliance', 'owner'] as const)(
  '%s has seven days from the first sign-in, then the set-up comes first',
  async (role) => {
    const person = await newPerson(role);
    waitFor(90 * dayMs);
    expect((await submitPassword(person)).kind).toBe('opened');
    waitFor(7 * dayMs - 1);
    expect((await submitPassword(person)).kind).toBe('opened');
    waitFor(1);
    const token = await startSignIn(person);
    expect(await readPendingStep(signInContext, token)).toBe('set-up');
    await expect(sendCode(token, null)).rejects.toMatchObject({ code: 'not-found' });
    await expect(sendCode(token, '123456')).rejects.toMatchObject({ code: 'invalid' });
  },
);

test('a role that a business added needs a second factor too', async () => {
  const person = await newPerson('viewer');
  const membership = await database().membership.findFirstOrThrow({ where: { personId: person.personId } });
  await database().setting.create({
    data: {
      businessId: membership.businessId,
      kind: 'required-roles',
      value: ['compliance', 'owner', 'viewer'],
    },
  });
  expect((await submitPassword(person)).kind).toBe('opened');
  waitFor(7 * dayMs);
  expect((await submitPassword(person)).kind).toBe('pending');
});

test('demo people are exempt while the sandbox is the service, and only then', async () => {
  const person = await newPerson('owner');
  await exemptDemoPerson(signInContext, person.personId);
  testEnv.DEMO = true;
  await submitPassword(person);
  waitFor(30 * dayMs);
  expect((await submitPassword(person)).kind).toBe('opened');
  testEnv.DEMO = false;
  expect((await submitPassword(person)).kind).toBe('opened');
  waitFor(7 * dayMs);
  expect((await submitPassword(person)).kind).toBe('pending');
});

test('an installation without a key asks nobody to set up a factor', async () => {
  const person = await newPerson('owner');
  testEnv.FACTOR_KEYS = [];
  await submitPassword(person);
  waitFor(30 * dayMs);
  expect((await submitPassword(person)).kind).toBe('opened');
});

test('without a key, the Team page says that no role needs a factor', async () => {
  const businessId = await createBusiness();
  const owner = await createPerson(new Map([[businessId, 'owner']]), { now: currentTime });
  const { personId, email } = owner.actor;
  await makeFactorOverdue({ personId, email });
  const read = async () => ({
    isAvailable: (await readRequiredRoles(owner, businessId)).isAvailable,
    member: (await listMemberFactors(owner, businessId, [personId])).get(personId),
  });
  expect(await read()).toEqual({ isAvailable: true, member: 'overdue' });
  testEnv.FACTOR_KEYS = [];
  expect(await read()).toEqual({ isAvailable: false, member: 'off' });
});

test('people who must use single sign-on need no second factor, except at break-glass addresses', async () => {
  const { businessId: id } = await database().membership.findFirstOrThrow({
    where: { personId: (await newPerson('viewer')).personId },
  });
  const businessId = toId<BusinessId>(id);
  const owner = await createPerson(new Map([[businessId, 'owner']]), { now: currentTime });
  const { personId, email } = owner.actor;
  await makeFactorOverdue({ personId, email });
  const read = async () => ({
    deadline: await readFactorDeadline(owner),
    member: (await listMemberFactors(owner, businessId, [personId])).get(personId),
  });
  expect(await read()).toEqual({ deadline: currentTime(), member: 'overdue' });
  testEnv.OIDC_DOMAINS = ['example.test'];
  expect(await read()).toEqual({ deadline: null, member: 'off' });
  testEnv.OIDC_BREAK_GLASS = [email];
  expect(await read()).toEqual({ deadline: currentTime(), member: 'overdue' });
});

test('encrypts a secret again under the newest key when it is used', async () => {
  const person = await newPerson('owner');
  const { secret } = await setUpFactor(person);
  testEnv.FACTOR_KEYS = ['a-newer-key-of-this-test-that-is-long-enough', factorKey];
  await sendCode(await startSignIn(person), createCode(secret, currentTime()));
  testEnv.FACTOR_KEYS = ['a-newer-key-of-this-test-that-is-long-enough'];
  waitFor(60_000);
  await expect(sendCode(await startSignIn(person), createCode(secret, currentTime()))).resolves.toBeDefined();
});

test('accepts only recovery codes without the key of a secret', async () => {
  const person = await newPerson('owner');
  const { secret, recoveryCodes } = await setUpFactor(person);
  testEnv.FACTOR_KEYS = ['another-key-of-this-test-that-is-long-enough'];
  const token = await startSignIn(person);
  await expect(sendCode(token, createCode(secret, currentTime()))).rejects.toMatchObject({
    code: 'unavailable',
  });
  await expect(sendCode(token, recoveryCodes[0] ?? '')).resolves.toBeDefined();
});

test('the set-up of a first factor ends after a quarter of an hour', async () => {
  const person = await newPerson('owner');
  await makeFactorOverdue(person);
  const { secret } = await startFirstTotp(signInContext, await startSignIn(person));
  waitFor(15 * 60_000);
  const token = await startSignIn(person);
  await expect(
    confirmFirstTotp(signInContext, { token, code: createCode(secret, currentTime()) }),
  ).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(confirmFirstTotp(signInContext, { token: null, code: '123456' })).rejects.toMatchObject({
    code: 'not-found',
  });
});
