import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertIntent } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { Problem } from '#lib/values/errors.ts';
import { findPaymentCreator } from './creator-queries.ts';

test('returns who created a payment here, also to viewers, and no one for a payment from elsewhere', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const { personId } = tenant.as.finance.actor;
  const at = new Date('2026-11-20T10:00:00Z');
  const [created, seen] = [randomUUID(), randomUUID()];
  const id = await insertIntent(tenant, 'ORDER-1', { at, state: 'CREATED' });
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
  const other = await createTenant();
  await expect(findPaymentCreator(other.as.owner, businessId, created)).rejects.toThrow(Problem);
});

/** A request of two people: the owner’s was refused, finance replaced it, and the owner sent it again. */
async function createReplacedRequest() {
  const tenant = await createTenant();
  const { businessId, as } = tenant;
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));
  const intentId = await insertIntent(tenant, 'ORDER-1', { at: at(0), state: 'CREATED' });
  const attempt = async (role: 'owner' | 'finance', minute: number, outcome: string) => {
    const { personId } = as[role].actor;
    const { id } = await database().paymentAttempt.create({
      data: { businessId, intentId, personId, startedAt: at(minute), outcome, requestId: `minute ${minute}` },
    });
    return id;
  };
  const ids = {
    refused: await attempt('owner', 0, 'REJECTED'),
    unknown: await attempt('finance', 10, 'UNKNOWN'),
    created: await attempt('owner', 20, 'CREATED'),
  };
  const link = async (foundAt: Date, more: { confirmed?: boolean; attemptId?: bigint } = {}) => {
    const paymentId = randomUUID();
    await database().intentPayment.create({
      data: { businessId, intentId, paymentId, confirmed: false, foundAt, ...more },
    });
    return paymentId;
  };
  const find = async (paymentId: string) => {
    const found = await findPaymentCreator(as.viewer, businessId, paymentId);
    return found && `${found.person} at ${new Date(found.at).getUTCMinutes()}`;
  };
  return { businessId, ids, at, link, find };
}

test('names for each payment of a replaced request who requested it, not who requested last', async () => {
  const { businessId, ids, at, link, find } = await createReplacedRequest();
  // Seen before the request was replaced.
  expect(await find(await link(at(5)))).toBe('owner at 0');
  expect(await find(await link(at(15)))).toBe('finance at 10');
  // An earlier version didn't store whose answer named the payment.
  expect(await find(await link(at(40), { confirmed: true }))).toBe('owner at 20');
  const own = await link(at(21), { confirmed: true, attemptId: ids.created });
  expect(await find(own)).toBe('owner at 20');
  // Only the second attempt can have created a further payment, and the service reports when.
  const further = await link(at(40));
  expect(await find(further)).toBe('finance at 10');
  // Found late, but the service received the request before it was replaced.
  await database().payment.create({
    data: {
      ...{ businessId, paymentId: further, paymentInitiatedAt: at(1) },
      ...{ sortAt: at(1), firstObservedAt: at(40), changedAt: at(40) },
    },
  });
  expect(await find(further)).toBe('owner at 0');
});

test('names who requested a payment first when the answer to a repetition names the same one', async () => {
  const { ids, at, link, find } = await createReplacedRequest();
  expect(await find(await link(at(15), { confirmed: true, attemptId: ids.created }))).toBe('finance at 10');
});
