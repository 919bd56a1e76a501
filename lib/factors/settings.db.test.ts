import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findPerson } from '#lib/access/session-store.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant, TenantRole } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { Clock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { fakeHash, setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant, toDate } from '#lib/values/instant.ts';
import { forgetDevices, removeFactor, replaceRecoveryCodes, requireFactor } from './change-factor.ts';
import { listMemberFactors, readFactorDeadline, readFactorSettings, readRequiredRoles } from './index.ts';
import { reauthenticateFully, requireFullAuthentication } from './reauthenticate.ts';
import { confirmTotp, startTotp } from './set-up-totp.ts';
import { createCode } from './testing/authenticator.ts';

testPasswords.isHashFake = true;

setMailServer();

let tenant: Tenant;
let now: Instant;
const clock: Clock = { now: () => now };
const as = (role: TenantRole): Context<PersonActor> => ({ ...tenant.as[role], clock });

beforeEach(async () => {
  now = instant(Date.UTC(2026, 10, 20, 9));
  tenant = await createTenant(clock);
  // The people of a tenant have no password.
  await database().person.updateMany({ data: { passwordHash: fakeHash('right') } });
});

const byPassword = (context: Context<PersonActor>, password = 'right') =>
  startTotp(context, { businessId: tenant.businessId, proof: { kind: 'password', password } });
const byCode = (context: Context<PersonActor>, code: string) =>
  startTotp(context, { businessId: tenant.businessId, proof: { kind: 'code', code } });
const confirm = (context: Context<PersonActor>, code: string) =>
  confirmTotp(context, { businessId: tenant.businessId, code });

async function setUp(context: Context<PersonActor>) {
  const { secret } = await byPassword(context);
  const { recoveryCodes } = await confirm(context, createCode(secret, now));
  now = addMilliseconds(now, 60_000);
  return { secret, recoveryCodes };
}

const openElsewhere = async ({ actor }: Context<PersonActor>): Promise<string> =>
  (
    await database().session.create({
      data: { personId: actor.personId, createdAt: toDate(now), lastSeenAt: toDate(now) },
    })
  ).id;
const readEnd = async (id: string) =>
  (await database().session.findUniqueOrThrow({ where: { id } })).endReason;

const listActions = async ({ actor }: Context<PersonActor>) =>
  (
    await database().auditEntry.findMany({
      where: { chainId: tenant.businessId, objectId: actor.personId },
      orderBy: { sequence: 'asc' },
    })
  ).map(({ action }) => action);

test('sets up an app with the password, and ends all other sessions', async () => {
  const viewer = as('viewer');
  const elsewhere = await openElsewhere(viewer);
  await expect(byPassword(viewer, 'wrong')).rejects.toMatchObject({ code: 'invalid' });
  const { secret } = await byPassword(viewer);
  await expect(confirm(viewer, '000000')).rejects.toMatchObject({ code: 'invalid' });
  expect((await readFactorSettings(viewer)).confirmedAt).toBeNull();
  const { recoveryCodes } = await confirm(viewer, createCode(secret, now));
  expect(recoveryCodes).toHaveLength(10);
  expect(await readEnd(elsewhere)).toBe('factor');
  expect(await findPerson(viewer.actor.sessionId, now)).not.toBeNull();
  expect(await readFactorSettings(viewer)).toEqual({
    isAvailable: true,
    confirmedAt: now,
    hasPasskey: false,
    lastUsedAt: now,
    unusedCodes: 10,
    devices: 0,
    isRequired: false,
  });
  expect(await listActions(viewer)).toEqual(['person.start-factor', 'person.set-up-factor']);
});

test('stores neither the key of the app nor a recovery code as text', async () => {
  const { secret, recoveryCodes } = await setUp(as('viewer'));
  const { personId } = as('viewer').actor;
  const factor = await database().secondFactor.findFirstOrThrow({ where: { personId } });
  expect(Buffer.from(factor.secret ?? []).toString('latin1')).not.toContain(secret);
  const stored = await database().oneTimeToken.findMany({
    where: { kind: 'recovery-code', personId },
    select: { tokenHash: true },
  });
  expect(stored).toHaveLength(10);
  for (const { tokenHash } of stored) expect(tokenHash).toHaveLength(32);
  const audit = JSON.stringify(
    await database().auditEntry.findMany({ where: { objectId: personId } }),
    (_k, v) => (typeof v === 'bigint' ? String(v) : v),
  );
  for (const text of [secret, ...recoveryCodes]) expect(audit).not.toContain(text);
});

test('replaces an app with a code of the former one, which works until the new one is confirmed', async () => {
  const viewer = as('viewer');
  const { secret: former, recoveryCodes } = await setUp(viewer);
  await expect(byPassword(viewer)).rejects.toMatchObject({ code: 'conflict' });
  const { secret } = await byCode(viewer, createCode(former, now));
  now = addMilliseconds(now, 60_000);
  await expect(byCode(viewer, createCode(secret, now))).rejects.toMatchObject({ code: 'invalid' });
  await confirm(viewer, createCode(secret, now));
  now = addMilliseconds(now, 60_000);
  await expect(byCode(viewer, createCode(former, now))).rejects.toMatchObject({ code: 'invalid' });
  await expect(byCode(viewer, recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'invalid' });
  await expect(byCode(viewer, createCode(secret, now))).resolves.toBeDefined();
});

test('changes of an app and of recovery codes need a recent authentication, before the code is used up', async () => {
  const viewer = as('viewer');
  const { secret } = await setUp(viewer);
  const input = { businessId: tenant.businessId };
  now = addMilliseconds(now, 20 * 60_000);
  const code = createCode(secret, now);
  const required = { code: 'reauthentication-required' };
  await expect(byCode(viewer, code)).rejects.toMatchObject(required);
  await expect(replaceRecoveryCodes(viewer, { ...input, code })).rejects.toMatchObject(required);
  await expect(removeFactor(viewer, { ...input, code })).rejects.toMatchObject(required);
  await reauthenticateFully(viewer, { ...input, currentPassword: 'right', code });
  now = addMilliseconds(now, 60_000);
  await expect(removeFactor(viewer, { ...input, code: createCode(secret, now) })).resolves.toBeDefined();
});

test('confirms with the password and a code of the app, each of which works once', async () => {
  const viewer = as('viewer');
  const { secret, recoveryCodes } = await setUp(viewer);
  const input = { businessId: tenant.businessId, currentPassword: 'right' };
  now = addMilliseconds(now, 20 * 60_000);
  const refuse = (problem: string) => ({ code: 'invalid', fieldErrors: { [problem]: expect.anything() } });
  await expect(reauthenticateFully(viewer, input)).rejects.toMatchObject(refuse('code'));
  await expect(reauthenticateFully(viewer, { ...input, code: '000000' })).rejects.toMatchObject(
    refuse('code'),
  );
  const code = createCode(secret, now);
  await expect(
    reauthenticateFully(viewer, { ...input, currentPassword: 'wrong', code }),
  ).rejects.toMatchObject(refuse('currentPassword'));
  await expect(requireFullAuthentication(viewer)).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
  await reauthenticateFully(viewer, { ...input, code });
  await requireFullAuthentication(viewer);
  await expect(reauthenticateFully(viewer, { ...input, code })).rejects.toMatchObject(refuse('code'));
  await reauthenticateFully(viewer, { ...input, code: recoveryCodes[0] ?? '' });
  const proofs = await database().auditEntry.findMany({
    where: { action: 'session.reauthenticate', objectId: viewer.actor.personId },
    orderBy: { sequence: 'asc' },
  });
  expect(proofs.map(({ after }) => after)).toMatchObject([
    { method: 'password', secondFactor: 'totp' },
    { method: 'password', secondFactor: 'recovery-code' },
  ]);
});

test('needs a current code for new recovery codes, which replace the previous ones', async () => {
  const viewer = as('viewer');
  const { secret, recoveryCodes } = await setUp(viewer);
  const input = { businessId: tenant.businessId };
  await expect(replaceRecoveryCodes(viewer, { ...input, code: '000000' })).rejects.toMatchObject({
    code: 'invalid',
  });
  const created = await replaceRecoveryCodes(viewer, { ...input, code: createCode(secret, now) });
  await expect(
    replaceRecoveryCodes(viewer, { ...input, code: recoveryCodes[0] ?? '' }),
  ).rejects.toMatchObject({ code: 'invalid' });
  await replaceRecoveryCodes(viewer, { ...input, code: created.recoveryCodes[0] ?? '' });
  expect((await readFactorSettings(viewer)).unusedCodes).toBe(10);
});

test('a person removes a factor that no role needs', async () => {
  const viewer = as('viewer');
  const { secret } = await setUp(viewer);
  const elsewhere = await openElsewhere(viewer);
  const input = { businessId: tenant.businessId };
  await expect(removeFactor(viewer, { ...input, code: '000000' })).rejects.toMatchObject({ code: 'invalid' });
  await removeFactor(viewer, { ...input, code: createCode(secret, now) });
  expect(await readFactorSettings(viewer)).toMatchObject({ confirmedAt: null, unusedCodes: 0 });
  expect(await readEnd(elsewhere)).toBe('factor');
});

test('each change sends the person a mail without a code or a key', async () => {
  const viewer = as('viewer');
  const { secret, recoveryCodes } = await setUp(viewer);
  const input = { businessId: tenant.businessId };
  const created = await replaceRecoveryCodes(viewer, { ...input, code: createCode(secret, now) });
  await removeFactor(viewer, { ...input, code: created.recoveryCodes[0] ?? '' });
  const mails = await database().mailMessage.findMany({ where: { personId: viewer.actor.personId } });
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'A recovery code of your Countinghouse account was used',
    'New recovery codes for your Countinghouse account',
    'Two-factor authentication is off for your Countinghouse account',
    'Two-factor authentication is on for your Countinghouse account',
  ]);
  const texts = mails.map(({ text, html }) => text + html).join('');
  expect(texts).toContain('9 codes are left');
  for (const code of [secret, ...recoveryCodes, ...created.recoveryCodes]) expect(texts).not.toContain(code);
});

test('a required factor can be replaced but not removed', async () => {
  const owner = as('owner');
  const { secret } = await setUp(owner);
  const code = createCode(secret, now);
  await expect(removeFactor(owner, { businessId: tenant.businessId, code })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(byCode(owner, code)).resolves.toBeDefined();
});

test('forgets remembered browsers', async () => {
  const viewer = as('viewer');
  await setUp(viewer);
  const { personId } = viewer.actor;
  await database().person.update({
    where: { id: personId },
    data: { rememberedDevices: { [randomUUID()]: { at: now, until: addMilliseconds(now, 60_000) } } },
  });
  expect((await readFactorSettings(viewer)).devices).toBe(1);
  expect(await forgetDevices(viewer, { businessId: tenant.businessId })).toEqual({ devices: 1 });
  expect((await readFactorSettings(viewer)).devices).toBe(0);
});

test('allows owners to require a factor for more roles, and no one to remove one alone', async () => {
  const { businessId } = tenant;
  await expect(requireFactor(as('compliance'), { businessId, roles: ['viewer'] })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect((await readRequiredRoles(as('owner'), businessId)).roles).toEqual(['compliance', 'owner']);
  await Promise.all([
    requireFactor(as('owner'), { businessId, roles: ['finance'] }),
    requireFactor(as('owner'), { businessId, roles: ['viewer'] }),
  ]);
  const all = ['compliance', 'finance', 'owner', 'viewer'];
  expect((await requireFactor(as('owner'), { businessId, roles: [] })).roles).toEqual(all);
  await expect(
    database().setting.updateMany({ where: { businessId }, data: { value: ['compliance', 'owner'] } }),
  ).rejects.toThrow();
  await expect(database().setting.deleteMany({ where: { businessId } })).rejects.toThrow();
});

test('the Team page shows who has a factor, who needs one and who is late', async () => {
  const { owner, compliance, viewer, finance } = tenant.as;
  await setUp(as('owner'));
  await database().person.update({
    where: { id: compliance.actor.personId },
    data: { secondFactorDueAt: toDate(now) },
  });
  const ids = [owner, compliance, viewer, finance].map(({ actor }) => actor.personId);
  await requireFactor(as('owner'), { businessId: tenant.businessId, roles: ['finance'] });
  const factors = await listMemberFactors(as('owner'), tenant.businessId, ids);
  expect(ids.map((id) => factors.get(id))).toEqual(['on', 'overdue', 'off', 'required']);
  expect(await readFactorDeadline(as('compliance'))).toBe(now);
  expect(await readFactorDeadline(as('owner'))).toBeNull();
  expect(await readFactorDeadline(as('viewer'))).toBeNull();
});

test('people of another business learn and change nothing', async () => {
  const stranger = { ...(await createTenant(clock)).as.owner, clock };
  const { businessId } = tenant;
  await expect(readRequiredRoles(stranger, businessId)).rejects.toMatchObject({ code: 'not-found' });
  await expect(requireFactor(stranger, { businessId, roles: [] })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(listMemberFactors(stranger, businessId, [])).rejects.toMatchObject({ code: 'not-found' });
  await expect(byPassword(stranger)).rejects.toMatchObject({ code: 'not-found' });
});
