import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createBusiness, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { createSetUpLink, joinByInvitation, readInvitation } from './index.ts';
import * as store from './invitation-store.ts';
import { invitationHours } from './model.ts';

/** The database of the tests has people of other tests, so the two lookups about the whole installation are replaced. */
let isEmpty = true;
let businesses: readonly BusinessId[] = [];

beforeEach(async () => {
  isEmpty = true;
  businesses = [await createBusiness(), await createBusiness()];
  vi.spyOn(store, 'hasNoAccount').mockImplementation(async () => isEmpty);
  vi.spyOn(store, 'findFirstBusiness').mockImplementation(async () => businesses[0] ?? null);
  vi.spyOn(store, 'listUnownedBusinesses').mockImplementation(async () =>
    businesses.map((id) => ({ id, name: 'Nordlicht' })),
  );
});

const context = () => systemContext('first-data');
const createToken = async () => (await createSetUpLink(context()))?.link?.split('/invitation/')[1] ?? '';
const join = (token: string, email?: string) =>
  joinByInvitation(context(), { token, name: 'The first', password: 'a quiet long password', email });

test('the set-up link creates the first owner, of every business', async () => {
  const token = await createToken();
  expect(await readInvitation(token, systemClock.now())).toMatchObject({
    state: 'open',
    email: null,
    role: 'owner',
  });
  await expect(join(token)).rejects.toMatchObject({ code: 'invalid' });
  const email = `${randomUUID()}@example.test`;
  await join(token, email);
  const memberships = await database().membership.findMany({ where: { person: { email } } });
  expect(new Map(memberships.map(({ businessId, role }) => [businessId, role]))).toEqual(
    new Map(businesses.map((businessId) => [businessId, 'owner'])),
  );
  isEmpty = false;
  expect((await readInvitation(token, systemClock.now())).state).toBe('accepted');
  await expect(join(token, `${randomUUID()}@example.test`)).rejects.toMatchObject({ code: 'conflict' });
});

test('each start creates a new link, and the former one stops working', async () => {
  const first = await createToken();
  const second = await createToken();
  // No owner could renew it, so its page says to start again.
  expect((await readInvitation(first, systemClock.now())).state).toBe('setUpEnded');
  expect((await readInvitation(second, systemClock.now())).state).toBe('open');
  const afterwards = addMilliseconds(systemClock.now(), invitationHours * 3_600_000);
  expect((await readInvitation(second, afterwards)).state).toBe('setUpEnded');
  const revoked = await database().auditEntry.findMany({
    where: { chainId: businesses[0] ?? '', action: 'invitation.revoke' },
  });
  expect(revoked).toMatchObject([{ actorKind: 'system', before: { email: null, role: 'owner' } }]);
});

test('has no link once any account exists, and stops an open one', async () => {
  const token = await createToken();
  isEmpty = false;
  expect(await createSetUpLink(context())).toBeNull();
  expect((await readInvitation(token, systemClock.now())).state).toBe('setUpEnded');
  await expect(join(token, `${randomUUID()}@example.test`)).rejects.toMatchObject({ code: 'conflict' });
});

test('there is no link without a business', async () => {
  businesses = [];
  expect(await createSetUpLink(context())).toBeNull();
});

test('the lookups see people and businesses without an owner', async () => {
  vi.restoreAllMocks();
  const { businessId } = await createTenant();
  const unowned = await createBusiness();
  await inTransaction(async (transaction) => {
    expect(await store.hasNoAccount(transaction)).toBe(false);
    const found = (await store.listUnownedBusinesses(transaction)).map(({ id }) => id);
    expect([found.includes(unowned), found.includes(businessId)]).toEqual([true, false]);
    expect(await store.findFirstBusiness(transaction)).not.toBeNull();
  });
});
