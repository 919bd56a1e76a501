import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLabel } from '#lib/annotations/add-label.ts';
import { writeNote } from '#lib/annotations/write-note.ts';
import { closeDatabase } from '#lib/database/pools.ts';
import { insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { countPayments, listPayments } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { addNote } from '#lib/reviews/cases/add-note.ts';
import type { CaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { readQueue } from '#lib/reviews/testing/read-queue.ts';
import { listWithdrawals } from '#lib/withdrawals/index.ts';
import { searchRecords } from './queries.ts';

let desk: CaseFixture;
let paymentId: string;
let withdrawalId: string;
let caseId: string;

beforeAll(async () => {
  desk = await createCaseFixture();
  const { businessId, as } = desk;
  paymentId = await insertPayment(businessId, { clientPaymentId: `noted-${randomUUID()}` });
  withdrawalId = await insertWithdrawal(businessId, {});
  const record = { businessId, kind: 'payment', recordId: paymentId } as const;
  await writeNote(as.finance, { ...record, text: 'The customer 100%_sure paid\nby quail egg courier' });
  await addLabel(as.finance, { ...record, name: 'Quarterly rebate' });
  await writeNote(as.finance, {
    ...{ businessId, kind: 'withdrawal', recordId: withdrawalId },
    text: 'Salary of the ostrich farm',
  });
  ({ caseId } = await desk.flagged());
  await addNote(as.compliance, { businessId, caseId, text: 'Looks like a pelican network of mules' });
});
afterAll(closeDatabase);

const search = (who: Context<PersonActor>, text: string) => searchRecords(who, desk.businessId, text);
const listIds = async (q: string) =>
  (await listPayments(desk.as.viewer, desk.businessId, { ...wholeList, q })).rows.map((row) => row.paymentId);

test('finds a payment by a part of its note, in any letters, in its list and in the search of all records', async () => {
  for (const q of ['QUAIL', '100%_sure', 'quail egg', 'egg']) expect(await listIds(q)).toEqual([paymentId]);
  expect(await listIds('100%xsure')).toEqual([]);
  expect((await search(desk.as.viewer, 'quail')).hits).toMatchObject([
    { kind: 'payment', id: paymentId, field: 'note', value: expect.stringContaining('paid by quail egg') },
  ]);
});

test('finds a label by any part, and a withdrawal by its note', async () => {
  expect((await search(desk.as.viewer, 'rterly reb')).hits).toMatchObject([
    { id: paymentId, field: 'label' },
  ]);
  expect((await search(desk.as.viewer, 'ostrich')).hits).toMatchObject([{ id: withdrawalId, field: 'note' }]);
  const { rows } = await listWithdrawals(desk.as.viewer, desk.businessId, { ...wholeList, q: 'ostrich' });
  expect(rows).toMatchObject([{ withdrawalId }]);
});

test('finds the note of a case only for people who work on cases, and nothing else shows that it exists', async () => {
  expect((await readQueue(desk.as.compliance, desk.businessId, 'q=pelican')).rows).toMatchObject([
    { caseId },
  ]);
  expect((await search(desk.as.owner, 'pelican')).cases).toMatchObject([{ caseId, field: 'note' }]);
  for (const role of ['viewer', 'finance'] as const) {
    const found = await search(desk.as[role], 'pelican');
    expect(found).toEqual(await search(desk.as[role], 'no such text'));
    expect(found.cases).toBeUndefined();
    const query = { ...wholeList, q: 'pelican' };
    expect(await countPayments(desk.as[role], desk.businessId, query)).toMatchObject({ count: 0 });
  }
});

test('finds no note of another business', async () => {
  const other = await createCaseFixture();
  expect((await searchRecords(other.as.owner, other.businessId, 'quail')).hits).toEqual([]);
  expect((await searchRecords(other.as.owner, other.businessId, 'pelican')).cases).toEqual([]);
});
