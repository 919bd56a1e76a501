import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { Problem } from '#lib/values/errors.ts';
import { findPaymentCreator } from './creator-queries.ts';

afterAll(closeDatabase);

test('returns who created a payment here, also to viewers, and no one for a payment from elsewhere', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const { personId } = tenant.as.finance.actor;
  const at = new Date('2026-11-20T10:00:00Z');
  const [created, seen] = [randomUUID(), randomUUID()];
  const { id } = await database().paymentIntent.create({
    data: {
      businessId,
      clientPaymentId: 'ORDER-1',
      requestBody: '{}',
      state: 'CREATED',
      createdById: personId,
      createdAt: at,
      changedAt: at,
    },
  });
  await database().intentPayment.createMany({
    data: [
      { businessId, intentId: id, paymentId: created, confirmed: true, foundAt: at },
      { businessId, intentId: id, paymentId: seen, confirmed: false, foundAt: at },
    ],
  });
  const { name } = await database().person.findUniqueOrThrow({ where: { id: personId } });
  const find = (payment: string) => findPaymentCreator(tenant.as.viewer, businessId, payment);
  expect(await find(created)).toEqual({ person: name, at: at.getTime(), confirmed: true });
  expect(await find(seen)).toMatchObject({ person: name, confirmed: false });
  expect(await find(randomUUID())).toBeNull();
  // The person replaced an earlier request of a colleague.
  const attempt = { businessId, intentId: id, requestId: 'a request' };
  const replacedAt = new Date('2026-11-21T10:00:00Z');
  await database().paymentAttempt.createMany({
    data: [
      { ...attempt, personId: tenant.as.owner.actor.personId, startedAt: at },
      { ...attempt, personId, startedAt: replacedAt },
    ],
  });
  expect(await find(created)).toMatchObject({ person: name, at: replacedAt.getTime() });
  const other = await createTenant();
  await expect(findPaymentCreator(other.as.owner, businessId, created)).rejects.toThrow(Problem);
});
