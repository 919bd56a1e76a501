import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { listDrafts } from '#lib/drafts/index.ts';
import { saveDraft } from '#lib/drafts/save-draft.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { exceptionList } from './model.ts';
import { listExceptions } from './queries.ts';
import type { WorkExceptionForm } from './schema.ts';
import { workException } from './work-exception.ts';
import { workSelected } from './work-selected.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const march = instant(Date.parse('2026-03-10T09:00:00Z'));
const may = instant(Date.parse('2026-05-04T09:00:00Z'));
/** Returns the context of a member at a given time. */
const createContextAt = (time: typeof march, role: 'finance' | 'owner') => ({
  ...tenant.as[role],
  clock: createFixedClock(time),
});
const insertUnder = () => insertPayment(tenant.businessId, { coverage: 'under', recordSeen: true });
const work = (
  by: ReturnType<typeof createContextAt>,
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
const readResolution = async (subjectId: string) => {
  const { resolvedStates, resolvedById, resolvedAt } = await database().paymentException.findFirstOrThrow({
    where: { businessId: tenant.businessId, subjectId },
  });
  return { states: resolvedStates, by: resolvedById, at: resolvedAt?.getTime() ?? null };
};

test('keeps author and time of a resolution while note and assignee change', async () => {
  const id = await insertUnder();
  const finance = tenant.as.finance.actor.personId;
  const resolved = { states: ['under'], by: finance, at: march };
  await work(createContextAt(march, 'finance'), id, { version: 0, resolved: true });
  expect(await readResolution(id)).toEqual(resolved);
  await work(createContextAt(may, 'owner'), id, { version: 1, resolved: true, note: 'Found the mail' });
  expect(await readResolution(id)).toEqual(resolved);
  const { businessId } = tenant;
  const assigned = await workSelected(createContextAt(may, 'owner'), {
    ...{ businessId, address: `work=resolved&only=${id}`, filtered: null },
    act: { kind: 'assign', ownerId: finance },
  });
  expect(assigned.done).toBe(1);
  expect(await readResolution(id)).toEqual(resolved);
});

test('another reason makes a resolution that of the person who chose it', async () => {
  const id = await insertUnder();
  const finance = tenant.as.finance.actor.personId;
  const owner = tenant.as.owner.actor.personId;
  const readWhole = async () => {
    const { resolvedById, resolvedAt, resolutionReason } = await database().paymentException.findFirstOrThrow(
      {
        where: { businessId: tenant.businessId, subjectId: id },
      },
    );
    return [resolutionReason, resolvedById, resolvedAt?.getTime()];
  };
  const resolve = (
    by: ReturnType<typeof createContextAt>,
    version: number,
    reason: 'refunded' | 'accepted',
  ) => work(by, id, { version, resolved: true, reason });
  await resolve(createContextAt(march, 'finance'), 0, 'refunded');
  await resolve(createContextAt(may, 'owner'), 1, 'refunded');
  expect(await readWhole()).toEqual(['refunded', finance, march]);
  await resolve(createContextAt(may, 'owner'), 2, 'accepted');
  expect(await readWhole()).toEqual(['accepted', owner, may]);
});

test('keeps unsaved work for its author until it is saved', async () => {
  const id = await insertUnder();
  const { businessId, as } = tenant;
  const fields = { ownerId: '', note: 'Asked the', reason: '', version: '0' };
  await saveDraft(as.finance, { businessId, form: 'exception-work', subject: id, fields });
  const readDrafts = async () => (await listDrafts(as.finance, businessId, id)).drafts;
  expect(await readDrafts()).toMatchObject([{ form: 'exception-work', fields }]);
  await work(createContextAt(march, 'finance'), id, {
    version: 0,
    resolved: false,
    note: 'Asked the customer',
  });
  expect(await readDrafts()).toEqual([]);
});

test('stores a new author and time when resolved again or for new reasons', async () => {
  const id = await insertUnder();
  const owner = tenant.as.owner.actor.personId;
  await work(createContextAt(march, 'finance'), id, { version: 0, resolved: true });
  await work(createContextAt(march, 'finance'), id, { version: 1, resolved: false });
  expect(await readResolution(id)).toEqual({ states: [], by: null, at: null });
  await work(createContextAt(may, 'owner'), id, { version: 2, resolved: true });
  expect(await readResolution(id)).toEqual({ states: ['under'], by: owner, at: may });
  await database().payment.update({
    where: { businessId_paymentId: { businessId: tenant.businessId, paymentId: id } },
    data: { late: true },
  });
  await work(createContextAt(march, 'finance'), id, {
    version: 3,
    resolved: true,
    states: ['under', 'late'],
  });
  expect(await readResolution(id)).toEqual({
    states: ['under', 'late'],
    by: tenant.as.finance.actor.personId,
    at: march,
  });
});

test('refuses to resolve reasons that were not shown', async () => {
  const id = await insertUnder();
  await database().payment.update({
    where: { businessId_paymentId: { businessId: tenant.businessId, paymentId: id } },
    data: { currencyMismatch: true },
  });
  const resolving = work(createContextAt(march, 'finance'), id, {
    version: 0,
    resolved: true,
    states: ['under'],
  });
  await expect(resolving).rejects.toMatchObject({
    code: 'conflict',
    message:
      'New reasons since you opened this exception: Wrong coin or network. Review the exception, then resolve it.',
  });
  expect(await database().paymentException.count({ where: { subjectId: id } })).toBe(0);
  // Assigning and noting don't require that the reasons were seen.
  await work(createContextAt(march, 'finance'), id, { version: 0, resolved: false, states: ['under'] });
  await work(createContextAt(march, 'finance'), id, {
    version: 1,
    resolved: true,
    states: ['under', 'mismatch'],
  });
  expect(await readResolution(id)).toMatchObject({ states: ['under', 'mismatch'] });
});

test('keeps the reason of a resolution, audits it, finds it, and drops it when reopened', async () => {
  const id = await insertUnder();
  const { businessId } = tenant;
  const readReason = async () =>
    (await database().paymentException.findFirstOrThrow({ where: { businessId, subjectId: id } }))
      .resolutionReason;
  await work(createContextAt(march, 'finance'), id, { version: 0, resolved: true, reason: 'rest-paid' });
  expect(await readReason()).toBe('rest-paid');
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { chainId: businessId, objectId: id },
    orderBy: { sequence: 'desc' },
  });
  expect(entry.after).toMatchObject({ resolved: true, reason: 'rest-paid' });
  const parameters = new URLSearchParams('resolutionReason=rest-paid');
  const { query } = parseListQuery(exceptionList, (name) => parameters.get(name));
  const { rows } = await listExceptions(tenant.as.viewer, businessId, query);
  expect(rows.map(({ subjectId, resolutionReason }) => [subjectId, resolutionReason])).toEqual([
    [id, 'rest-paid'],
  ]);
  await work(createContextAt(may, 'owner'), id, { version: 1, resolved: false, reason: 'rest-paid' });
  expect(await readReason()).toBeNull();
});
