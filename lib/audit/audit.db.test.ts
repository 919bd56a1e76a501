import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { checkNewestEntries, verifyAudit, writeAudit } from './index.ts';

afterAll(closeDatabase);

const createNote = (tenant: Tenant, n: number) => ({
  businessId: tenant.businessId,
  action: 'thing.change',
  objectType: 'thing',
  objectId: `thing-${n}`,
  before: { n: n - 1, name: 'before', nothing: null },
  after: { n, name: 'nach ümläut \u0000\ud800', list: [1, 'two', { deep: true }] },
});

async function writeEntries(tenant: Tenant, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1)
    await inTransaction((transaction) => writeAudit(transaction, tenant.as.owner, createNote(tenant, n)));
}

/** Runs a statement past the triggers, as the owner of the database could. */
async function tamper(sql: string, values: unknown[]): Promise<void> {
  const client = await databasePool().connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(sql, values);
  } finally {
    await client.query('SET session_replication_role = origin');
    client.release();
  }
}

const listBreaches = async (tenant: Tenant) =>
  (await verifyAudit()).breaches.filter((breach) => breach.chainId === tenant.businessId);

test('entries record actor, action, time and request', async () => {
  const tenant = await createTenant();
  await writeEntries(tenant, 1);
  const context = tenant.as.owner;
  expect(await database().auditEntry.findMany({ where: { chainId: tenant.businessId } })).toEqual([
    expect.objectContaining({
      sequence: 1n,
      actorKind: 'person',
      actorId: context.actor.personId,
      action: 'thing.change',
      objectId: 'thing-1',
      before: { n: 0, name: 'before', nothing: null },
      after: { n: 1, name: 'nach ümläut \ufffd\ufffd', list: [1, 'two', { deep: true }] },
      requestId: context.requestId,
    }),
  ]);
});

test('an unchanged chain with concurrent writers verifies', async () => {
  const tenant = await createTenant();
  await Promise.all([1, 2, 3, 4].map(() => writeEntries(tenant, 5)));
  await inTransaction((transaction) =>
    writeAudit(transaction, systemContext('payment-reading'), {
      ...createNote(tenant, 9),
      before: undefined,
    }),
  );
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId },
    orderBy: { sequence: 'asc' },
  });
  expect(entries.map((entry) => entry.sequence)).toEqual(Array.from({ length: 21 }, (_, n) => BigInt(n + 1)));
  expect(await listBreaches(tenant)).toEqual([]);
});

test('a rolled back entry leaves no gap', async () => {
  const tenant = await createTenant();
  await writeEntries(tenant, 1);
  const failing = inTransaction(async (transaction) => {
    await writeAudit(transaction, tenant.as.owner, createNote(tenant, 2));
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await writeEntries(tenant, 1);
  expect(await listBreaches(tenant)).toEqual([]);
});

test.each([
  ['UPDATE audit_entry SET action = $2 WHERE chain_id = $1 AND sequence = 2', 'nothing.happened', 2n],
  ['UPDATE audit_entry SET after = $2 WHERE chain_id = $1 AND sequence = 1', '{"n":7}', 1n],
  ['UPDATE audit_entry SET at = at + $2::interval WHERE chain_id = $1 AND sequence = 3', '1 ms', 3n],
  ['DELETE FROM audit_entry WHERE chain_id = $1 AND sequence = $2::bigint', '2', 3n],
  ['DELETE FROM audit_entry WHERE chain_id = $1 AND sequence = $2::bigint', '3', 3n],
  ['DELETE FROM audit_head WHERE chain_id = $1 AND $2 = $2', 'x', 0n],
])('detects a changed entry: %s', async (sql, value, sequence) => {
  const tenant = await createTenant();
  await writeEntries(tenant, 3);
  await tamper(sql, [tenant.businessId, value]);
  expect((await listBreaches(tenant)).map((breach) => breach.sequence)).toContain(sequence);
});

test.each(["UPDATE audit_entry SET action = 'x'", 'DELETE FROM audit_entry', 'TRUNCATE audit_entry'])(
  'the database refuses %s',
  async (sql) => {
    const tenant = await createTenant();
    await writeEntries(tenant, 1);
    await expect(databasePool().query(sql)).rejects.toThrow('the audit log refuses');
  },
);

test('the page checks the newest entries, and names the first one that was changed', async () => {
  const tenant = await createTenant();
  const check = () => checkNewestEntries(tenant.as.compliance, tenant.businessId);
  expect(await check()).toMatchObject({ checked: 0, changedAt: null });
  await writeEntries(tenant, 4);
  expect(await check()).toEqual({ checked: 4, from: '1', to: '4', changedAt: null });
  await tamper(`UPDATE audit_entry SET after = '{"n": 9}' WHERE chain_id = $1 AND sequence = 3`, [
    tenant.businessId,
  ]);
  expect(await check()).toMatchObject({ changedAt: '3' });
  await tamper('DELETE FROM audit_entry WHERE chain_id = $1 AND sequence > 2', [tenant.businessId]);
  expect(await check()).toMatchObject({ checked: 2, changedAt: '4' });
  await expect(checkNewestEntries(tenant.as.viewer, tenant.businessId)).rejects.toMatchObject({
    code: 'forbidden',
  });
});
