import { beforeEach, expect, test } from 'vitest';
import { hashToken } from '#lib/access/index.ts';
import { findPerson } from '#lib/access/session-store.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { findPending } from '#lib/factors/pending-store.ts';
import { findEmailChange } from '#lib/people/email-change-store.ts';
import { disablePerson, enablePerson } from '#lib/people/index.ts';
import { signIn } from '#lib/people/testing/sign-in.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import {
  createPasswordReset,
  createPasswordResetAsOperator,
  readResetState,
  resetPassword,
} from './index.ts';
import { findReset } from './reset-store.ts';
import { resetForm } from './schema.ts';

const password = 'a quiet long password';
let tenant: Tenant;
let now: Instant;
const clock: Clock = { now: () => now };
const operator = () => systemContext('operator', clock);

beforeEach(async () => {
  now = systemClock.now();
  tenant = await createTenant();
});

const reset = (token: string) => resetPassword(systemContext('password-reset', clock), { token, password });
const readToken = (link: string | null): string => link?.split('/reset/')[1] ?? '';
const createLink = async (person: Context<PersonActor>) =>
  readToken((await createPasswordResetAsOperator(operator(), person.actor.personId)).link);
const createAsOwner = (person: Context<PersonActor>) =>
  createPasswordReset(
    { ...tenant.as.owner, clock },
    { businessId: tenant.businessId, personId: person.actor.personId },
  );

test('sets a password once, ends every session and opens none', async () => {
  const { viewer } = tenant.as;
  const token = await createLink(viewer);
  expect(await readResetState(token, now)).toBe('open');
  await reset(token);
  expect(await findPerson(viewer.actor.sessionId, now)).toBeNull();
  expect(
    await database().session.count({ where: { personId: viewer.actor.personId, revokedAt: null } }),
  ).toBe(0);
  const sender = { address: '203.0.113.7', userAgent: 'a browser', knownDevice: async () => null };
  await expect(signIn(operator(), { email: viewer.actor.email, password }, sender)).resolves.toBeDefined();
  expect(await readResetState(token, now)).toBe('used');
  await expect(reset(token)).rejects.toMatchObject({ code: 'conflict' });
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectId: viewer.actor.personId },
    orderBy: { sequence: 'asc' },
  });
  expect(entries).toMatchObject([
    { action: 'person.reset-link', actorId: 'operator' },
    { action: 'person.reset-password', actorId: 'password-reset' },
  ]);
  expect(JSON.stringify(entries.map(({ before, after }) => ({ before, after })))).not.toContain(token);
  expect(
    (
      await database().oneTimeToken.findFirst({
        where: { kind: 'password-reset', personId: viewer.actor.personId },
      })
    )?.tokenHash,
  ).toEqual(hashToken(token));
});

test('a link for a new password works for nothing else', async () => {
  const hash = hashToken(await createLink(tenant.as.viewer));
  expect(await findReset(hash)).not.toBeNull();
  expect(await findEmailChange(hash)).toBeNull();
  expect(await findPending(hash, systemClock.now())).toBeNull();
});

test('accepts one of two concurrent uses', async () => {
  const token = await createLink(tenant.as.viewer);
  const results = await Promise.allSettled([reset(token), reset(token)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a link works for 30 minutes, and only the newest one works', async () => {
  const first = await createLink(tenant.as.viewer);
  const second = await createLink(tenant.as.viewer);
  expect([await readResetState(first, now), await readResetState(second, now)]).toEqual(['expired', 'open']);
  now = addMilliseconds(now, 30 * 60_000);
  expect(await readResetState(second, now)).toBe('expired');
  await expect(reset(second)).rejects.toMatchObject({ code: 'conflict' });
  await expect(reset('x'.repeat(43))).rejects.toMatchObject({ code: 'not-found' });
});

test('an owner creates links for people whose every business is theirs', async () => {
  const { viewer, owner, compliance } = tenant.as;
  const elsewhere = await createBusiness();
  const shared = await createPerson(
    new Map<BusinessId, Role>([
      [tenant.businessId, 'viewer'],
      [elsewhere, 'viewer'],
    ]),
  );
  await expect(createAsOwner(shared)).rejects.toMatchObject({ code: 'forbidden' });
  await database().membership.create({
    data: { personId: owner.actor.personId, businessId: elsewhere, role: 'owner' },
  });
  await reset(readToken((await createAsOwner(shared)).link));
  await reset(readToken((await createAsOwner(viewer)).link));
  await expect(createAsOwner(owner)).rejects.toMatchObject({ code: 'invalid' });
  const input = { businessId: tenant.businessId, personId: viewer.actor.personId };
  await expect(createPasswordReset(compliance, input)).rejects.toMatchObject({ code: 'forbidden' });
});

test("a disabled account gets no link, and its open link doesn't work", async () => {
  const { viewer } = tenant.as;
  const token = await createLink(viewer);
  await disablePerson(operator(), viewer.actor.personId);
  await expect(reset(token)).rejects.toMatchObject({ code: 'conflict' });
  await expect(createLink(viewer)).rejects.toMatchObject({ code: 'conflict' });
  // The link ended with the account. A new one works.
  await enablePerson(operator(), viewer.actor.personId);
  await expect(reset(token)).rejects.toMatchObject({ code: 'conflict' });
  await reset(await createLink(viewer));
});

test('a new password has at least 12 characters', () => {
  const parse = (text: string) => resetForm.safeParse({ token: 'x', password: text }).success;
  expect([parse('elevenchars'), parse('twelve chars')]).toEqual([false, true]);
});
