import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { Problem } from '#lib/values/errors.ts';
import { addLabel } from './add-label.ts';
import { annotateCreatedPayment } from './annotate-created.ts';
import { labelRecords } from './label-records.ts';
import { maximumRecordLabels } from './model.ts';
import { readRecordAnnotations } from './queries.ts';
import { labelRecordsForm } from './schema.ts';
import { lockVocabularyLabel } from './store.ts';

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

test('adds a label to several records, removes it and returns the changed ones', async () => {
  const records: string[] = [];
  for (let n = 0; n < 3; n += 1) records.push(await insertPayment(tenant.businessId));
  const [first = '', second = ''] = records;
  await label('Batch', second);
  const labelMany = (
    operation: 'add' | 'remove',
    recordIds: readonly string[] = records,
    by = tenant.as.compliance,
  ) => labelRecords(by, { businessId, kind: 'payment', recordIds: [...recordIds], name: 'batch', operation });
  const added = await labelMany('add');
  expect([...added.changed].sort()).toEqual(records.filter((id) => id !== second).sort());
  expect(added.full).toBe(0);
  for (const record of records)
    expect((await seen(record)).labels.map(({ name }) => name)).toEqual(['Batch']);
  expect(await audited('label.add', first)).toMatchObject([{ after: { name: 'Batch', together: 2 } }]);
  expect(await audited('label.add', second)).toHaveLength(1);
  expect((await labelMany('add')).changed).toEqual([]);
  const off = await labelMany('remove', [...added.changed, first.toUpperCase()]);
  expect([...off.changed].sort()).toEqual([...added.changed].sort());
  expect(await audited('label.remove', first)).toMatchObject([{ before: { name: 'Batch' } }]);
  expect((await seen(second)).labels).toHaveLength(1);

  const elsewhere = await insertPayment(other.businessId);
  expect(await refusal(labelMany('add', [first, elsewhere]))).toBe('not-found');
  expect(await refusal(labelMany('add', ['no id']))).toBe('not-found');
  expect((await seen(first)).labels).toEqual([]);
  expect(await refusal(labelMany('add', records, tenant.as.viewer))).toBe('forbidden');
  expect(await refusal(labelMany('add', records, other.as.owner))).toBe('not-found');
  const unknown = { businessId, kind: 'payment', recordIds: records, name: 'never made' } as const;
  expect(await refusal(labelRecords(tenant.as.owner, { ...unknown, operation: 'remove' }))).toBe('invalid');
  const depositId = await insertDeposit(tenant.businessId, first);
  const withdrawalId = await insertWithdrawal(tenant.businessId);
  for (const [kind, recordId] of [
    ['deposit', depositId],
    ['withdrawal', withdrawalId],
  ] as const) {
    const one = labelRecords(tenant.as.finance, {
      ...{ businessId, kind, recordIds: [recordId], name: 'Batch', operation: 'add' },
    });
    expect((await one).changed).toEqual([recordId]);
  }
  expect(
    labelRecordsForm.safeParse({ ...unknown, operation: 'add', recordIds: Array(101).fill(first) }).success,
  ).toBe(false);
});

test('does not exceed the label limit of a record', async () => {
  const [full, free] = [await insertPayment(tenant.businessId), await insertPayment(tenant.businessId)];
  for (let n = 0; n < maximumRecordLabels; n += 1) await label(`many ${n}`, full);
  const labelMany = (name: string) =>
    labelRecords(tenant.as.finance, {
      ...{ businessId, kind: 'payment', recordIds: [full, free], name, operation: 'add' },
    });
  expect(await labelMany('one more')).toEqual({ changed: [free], full: 1 });
  expect(await labelMany('many 0')).toEqual({ changed: [free], full: 0 });
});

test('a new payment waits for the change of a label before it locks the audit log', async () => {
  const paymentId = await insertPayment(tenant.businessId);
  const { labelId } = await label('Shop 7', await insertPayment(tenant.businessId));
  const created = { businessId: tenant.businessId, paymentId, note: 'Call first', labelIds: [labelId] };
  const { personId } = tenant.as.finance.actor;
  const annotated = await inTransaction(async (change) => {
    await lockVocabularyLabel(change, tenant.businessId, labelId);
    const annotating = inTransaction((transaction) =>
      annotateCreatedPayment(transaction, systemContext(), { ...created, personId }),
    );
    await vi.waitFor(
      async () => {
        const waiting: unknown = await change.$queryRaw`
        SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`;
        expect(waiting).toHaveLength(1);
      },
      { timeout: 60_000 },
    );
    await change.$queryRaw`SELECT FROM audit_head WHERE chain_id = ${businessId}::uuid FOR UPDATE NOWAIT`;
    // In an object, so that the change commits first.
    return { annotating };
  });
  await annotated.annotating;
  expect((await seen(paymentId)).notes).toHaveLength(1);
  expect((await seen(paymentId)).labels).toHaveLength(1);
});
