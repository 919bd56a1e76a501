import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { Problem } from '#lib/values/errors.ts';
import { addLabel } from './add-label.ts';
import { labelRecords } from './label-records.ts';
import { mostLabels } from './model.ts';
import { readRecordAnnotations } from './queries.ts';
import { labelRecordsForm } from './schema.ts';

let tenant: Tenant;
let other: Tenant;
let businessId: string;
beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
  businessId = tenant.businessId;
});
afterAll(closeDatabase);

const refusal = async (doing: Promise<unknown>): Promise<string> => {
  const thrown = await doing.catch((error: unknown) => error);
  if (!(thrown instanceof Problem)) throw new Error('it was not refused');
  return thrown.code;
};
const label = (name: string, recordId: string) =>
  addLabel(tenant.as.finance, { businessId, kind: 'payment', recordId, name });
const seen = (recordId: string) => readRecordAnnotations(tenant.as.viewer, businessId, 'payment', recordId);
const audited = (action: string, objectId: string) =>
  database().auditEntry.findMany({
    where: { chainId: businessId, action, objectId },
    orderBy: { sequence: 'asc' },
  });

test('a label is put on several records at once, off them again, and just those that changed are named', async () => {
  const records: string[] = [];
  for (let n = 0; n < 3; n += 1) records.push(await insertPayment(tenant.businessId));
  const [first = '', second = ''] = records;
  await label('Batch', second);
  const many = (how: 'add' | 'remove', recordIds: readonly string[] = records, by = tenant.as.compliance) =>
    labelRecords(by, { businessId, kind: 'payment', recordIds: [...recordIds], name: 'batch', how });
  const added = await many('add');
  expect([...added.changed].sort()).toEqual(records.filter((id) => id !== second).sort());
  expect(added.full).toBe(0);
  for (const record of records)
    expect((await seen(record)).labels.map(({ name }) => name)).toEqual(['Batch']);
  expect(await audited('label.add', first)).toMatchObject([{ after: { name: 'Batch', together: 2 } }]);
  expect(await audited('label.add', second)).toHaveLength(1);
  expect((await many('add')).changed).toEqual([]);
  const off = await many('remove', [...added.changed, first.toUpperCase()]);
  expect([...off.changed].sort()).toEqual([...added.changed].sort());
  expect(await audited('label.remove', first)).toMatchObject([{ before: { name: 'Batch' } }]);
  expect((await seen(second)).labels).toHaveLength(1);

  const elsewhere = await insertPayment(other.businessId);
  expect(await refusal(many('add', [first, elsewhere]))).toBe('not-found');
  expect(await refusal(many('add', ['no id']))).toBe('not-found');
  expect((await seen(first)).labels).toEqual([]);
  expect(await refusal(many('add', records, tenant.as.viewer))).toBe('forbidden');
  expect(await refusal(many('add', records, other.as.owner))).toBe('not-found');
  const unknown = { businessId, kind: 'payment', recordIds: records, name: 'never made' } as const;
  expect(await refusal(labelRecords(tenant.as.owner, { ...unknown, how: 'remove' }))).toBe('invalid');
  const depositId = await insertDeposit(tenant.businessId, first);
  const withdrawalId = await insertWithdrawal(tenant.businessId);
  for (const [kind, recordId] of [
    ['deposit', depositId],
    ['withdrawal', withdrawalId],
  ] as const) {
    const one = labelRecords(tenant.as.finance, {
      ...{ businessId, kind, recordIds: [recordId], name: 'Batch', how: 'add' },
    });
    expect((await one).changed).toEqual([recordId]);
  }
  expect(
    labelRecordsForm.safeParse({ ...unknown, how: 'add', recordIds: Array(101).fill(first) }).success,
  ).toBe(false);
});

test('a label goes on none of those that carry as many as they can', async () => {
  const [full, free] = [await insertPayment(tenant.businessId), await insertPayment(tenant.businessId)];
  for (let n = 0; n < mostLabels; n += 1) await label(`many ${n}`, full);
  const many = (name: string) =>
    labelRecords(tenant.as.finance, {
      ...{ businessId, kind: 'payment', recordIds: [full, free], name, how: 'add' },
    });
  expect(await many('one more')).toEqual({ changed: [free], full: 1 });
  expect(await many('many 0')).toEqual({ changed: [free], full: 0 });
});
