import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { stoppedClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import type { WorkExceptionForm } from './schema.ts';
import { workException } from './work-exception.ts';
import { workSelected } from './work-picked.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});
afterAll(closeDatabase);

const march = instant(Date.parse('2026-03-10T09:00:00Z'));
const may = instant(Date.parse('2026-05-04T09:00:00Z'));
/** Somebody of the business, at that time. */
const at = (time: typeof march, role: 'finance' | 'owner') => ({
  ...tenant.as[role],
  clock: stoppedClock(time),
});
const insertUnder = () => insertPayment(tenant.businessId, { coverage: 'under', recordSeen: true });
const work = (
  by: ReturnType<typeof at>,
  subjectId: string,
  more: Partial<WorkExceptionForm> & Pick<WorkExceptionForm, 'version' | 'resolved'>,
) =>
  workException(by, {
    ...{
      businessId: tenant.businessId,
      kind: 'payment',
      subjectId,
      ownerId: null,
      note: '',
      states: ['under'],
    },
    ...more,
  });
const resolutionOf = async (subjectId: string) => {
  const { resolvedStates, resolvedById, resolvedAt } = await database().paymentException.findFirstOrThrow({
    where: { businessId: tenant.businessId, subjectId },
  });
  return { states: resolvedStates, by: resolvedById, at: resolvedAt?.getTime() ?? null };
};

test('what is resolved stays so since when and by whom it was, whatever else is changed about it', async () => {
  const id = await insertUnder();
  const finance = tenant.as.finance.actor.personId;
  const resolved = { states: ['under'], by: finance, at: march };
  await work(at(march, 'finance'), id, { version: 0, resolved: true });
  expect(await resolutionOf(id)).toEqual(resolved);
  await work(at(may, 'owner'), id, { version: 1, resolved: true, note: 'Found the mail' });
  expect(await resolutionOf(id)).toEqual(resolved);
  const { businessId } = tenant;
  const assigned = await workSelected(at(may, 'owner'), {
    ...{ businessId, address: `work=resolved&only=${id}`, filtered: null },
    act: { kind: 'assign', ownerId: finance },
  });
  expect(assigned.done).toBe(1);
  expect(await resolutionOf(id)).toEqual(resolved);
});

test('what is resolved again, or came to be more than was resolved, is resolved now and by whoever did it', async () => {
  const id = await insertUnder();
  const owner = tenant.as.owner.actor.personId;
  await work(at(march, 'finance'), id, { version: 0, resolved: true });
  await work(at(march, 'finance'), id, { version: 1, resolved: false });
  expect(await resolutionOf(id)).toEqual({ states: [], by: null, at: null });
  await work(at(may, 'owner'), id, { version: 2, resolved: true });
  expect(await resolutionOf(id)).toEqual({ states: ['under'], by: owner, at: may });
  await database().payment.update({
    where: { businessId_paymentId: { businessId: tenant.businessId, paymentId: id } },
    data: { late: true },
  });
  await work(at(march, 'finance'), id, { version: 3, resolved: true, states: ['under', 'late'] });
  expect(await resolutionOf(id)).toEqual({
    states: ['under', 'late'],
    by: tenant.as.finance.actor.personId,
    at: march,
  });
});

test('nothing is resolved that was not shown to whoever resolves it', async () => {
  const id = await insertUnder();
  await database().payment.update({
    where: { businessId_paymentId: { businessId: tenant.businessId, paymentId: id } },
    data: { currencyMismatch: true },
  });
  const resolving = work(at(march, 'finance'), id, { version: 0, resolved: true, states: ['under'] });
  await expect(resolving).rejects.toMatchObject({
    code: 'conflict',
    message: '“Other currency” came since you looked. Look at it again, then resolve it.',
  });
  expect(await database().paymentException.count({ where: { subjectId: id } })).toBe(0);
  // To give it to somebody, or to note something, nobody has to have seen all of it.
  await work(at(march, 'finance'), id, { version: 0, resolved: false, states: ['under'] });
  await work(at(march, 'finance'), id, { version: 1, resolved: true, states: ['under', 'mismatch'] });
  expect(await resolutionOf(id)).toMatchObject({ states: ['under', 'mismatch'] });
});
