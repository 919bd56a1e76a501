import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { addBusiness } from './add-business.ts';

let service: FakeService;
let tenant: Tenant;
let newBusinessId: BusinessId;

beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());
beforeEach(async () => {
  tenant = await createTenant();
  newBusinessId = toId<BusinessId>(randomUUID());
});

const answer = (status: number, record: object) =>
  service.answerWith((_request, response) => response.writeHead(status).end(JSON.stringify(record)));
const add = (as: keyof Tenant['as'] = 'owner') =>
  addBusiness(tenant.as[as], { businessId: tenant.businessId, newBusinessId });
const countRows = async () => ({
  businesses: await database().business.count({ where: { id: newBusinessId } }),
  members: await database().membership.count({ where: { businessId: newBusinessId } }),
  readings: await database().serviceReading.count({ where: { businessId: newBusinessId } }),
});

test('adds the business with its record and name, makes the person its owner, and records it at both', async () => {
  await database().business.update({
    where: { id: tenant.businessId },
    data: { timeZone: 'Europe/Vienna' },
  });
  answer(200, { id: newBusinessId, name: 'Harbour Books' });
  expect(await add()).toEqual({ businessId: newBusinessId });
  expect(await database().business.findUnique({ where: { id: newBusinessId } })).toMatchObject({
    name: 'Harbour Books',
    timeZone: 'Europe/Vienna',
  });
  const { personId } = tenant.as.owner.actor;
  expect(await database().membership.findMany({ where: { businessId: newBusinessId } })).toMatchObject([
    { personId, role: 'owner' },
  ]);
  const entries = await database().auditEntry.findMany({
    where: { objectId: { in: [newBusinessId, personId] }, action: { in: ['business.add', 'role.grant'] } },
    select: { chainId: true, action: true },
    orderBy: { action: 'asc' },
  });
  expect(entries).toHaveLength(3);
  expect(entries).toEqual(
    expect.arrayContaining([
      { chainId: tenant.businessId, action: 'business.add' },
      { chainId: newBusinessId, action: 'business.add' },
      { chainId: newBusinessId, action: 'role.grant' },
    ]),
  );
});

test('adds nothing that the service doesn’t know or the key may not read', async () => {
  for (const status of [401, 403, 404, 500]) {
    answer(status, { message: 'no' });
    await expect(add()).rejects.toMatchObject({ code: 'service-unreachable' });
  }
  answer(200, { id: randomUUID(), name: 'Another' });
  await expect(add()).rejects.toMatchObject({ code: 'service-unreachable' });
  expect(await countRows()).toEqual({ businesses: 0, members: 0, readings: 0 });
});

test('gives no access to a business that is already here', async () => {
  newBusinessId = (await createTenant()).businessId;
  answer(200, { id: newBusinessId });
  const before = await countRows();
  await expect(add()).rejects.toMatchObject({ code: 'conflict' });
  expect(await countRows()).toEqual(before);
});

test('one of two people who add the same business at the same time becomes its owner', async () => {
  const other = await createTenant();
  answer(200, { id: newBusinessId });
  const results = await Promise.allSettled([
    add(),
    addBusiness(other.as.owner, { businessId: other.businessId, newBusinessId }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await countRows()).toMatchObject({ businesses: 1, members: 1 });
});

test('is for owners, and for those who are still owners when the service answers', async () => {
  for (const role of ['viewer', 'accountant', 'finance', 'compliance'] as const)
    await expect(add(role)).rejects.toMatchObject({ code: 'forbidden' });
  service.answerWith(async (_request, response) => {
    await database().membership.updateMany({
      where: { businessId: tenant.businessId, personId: tenant.as.owner.actor.personId },
      data: { role: 'finance' },
    });
    response.writeHead(200).end(JSON.stringify({ id: newBusinessId }));
  });
  await expect(add()).rejects.toMatchObject({ code: 'not-found' });
  expect(await countRows()).toEqual({ businesses: 0, members: 0, readings: 0 });
});
