import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { explainShiftedEntries, findShiftedEntries, verifyAudit, writeAudit } from './index.ts';

afterAll(closeDatabase);

async function writeEntries(tenant: Tenant, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1)
    await inTransaction((transaction) =>
      writeAudit(transaction, tenant.as.owner, {
        businessId: tenant.businessId,
        action: 'thing.change',
        objectType: 'thing',
        objectId: `thing-${n}`,
      }),
    );
}

/** Changes entries past the triggers. */
async function alter(tenant: Tenant, set: string, where: string): Promise<void> {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(`UPDATE audit_entry SET ${set} WHERE chain_id = $1 AND ${where}`, [tenant.businessId]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const findShifts = async (tenant: Tenant) =>
  (await findShiftedEntries()).find(({ chainId }) => chainId === tenant.businessId);

const countBreaches = async (tenant: Tenant) =>
  (await verifyAudit()).breaches.filter(({ chainId }) => chainId === tenant.businessId).length;

test('explains entries of another time zone without changing them', async () => {
  const tenant = await createTenant();
  await writeEntries(tenant, 4);
  await alter(tenant, `at = at - interval '2 hours'`, 'sequence IN (2, 3)');
  expect(await countBreaches(tenant)).toBe(2);
  const before = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  const found = await findShifts(tenant);
  expect(found).toMatchObject({ shifts: [{ offsetMinutes: 120, sequences: ['2', '3'] }], unexplained: 0 });
  if (found !== undefined) await explainShiftedEntries(systemContext('repair-zone'), found);
  expect(await countBreaches(tenant)).toBe(0);
  expect((await verifyAudit()).explained).toBe(2);
  expect(await findShifts(tenant)).toBeUndefined();
  const after = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  expect(after.slice(0, 4)).toEqual(before);
});

test('an explanation covers no other change of the entry', async () => {
  const tenant = await createTenant();
  await writeEntries(tenant, 2);
  await alter(tenant, `at = at - interval '1 hour'`, 'sequence = 1');
  const found = await findShifts(tenant);
  if (found !== undefined) await explainShiftedEntries(systemContext('repair-zone'), found);
  expect(await countBreaches(tenant)).toBe(0);
  await alter(tenant, `action = 'other.thing'`, 'sequence = 1');
  expect(await countBreaches(tenant)).toBe(1);
  expect(await findShifts(tenant)).toBeUndefined();
});

test('a changed explanation has no effect', async () => {
  const tenant = await createTenant();
  await writeEntries(tenant, 2);
  await alter(tenant, `at = at - interval '1 hour'`, 'sequence = 1');
  const found = await findShifts(tenant);
  if (found !== undefined) await explainShiftedEntries(systemContext('repair-zone'), found);
  await alter(tenant, `object_id = 'x'`, 'sequence = 3');
  expect(await countBreaches(tenant)).toBe(2);
});

test('finds no offset for changed content', async () => {
  const tenant = await createTenant();
  await writeEntries(tenant, 1);
  await alter(tenant, `action = 'other.thing'`, 'sequence = 1');
  expect(await findShifts(tenant)).toMatchObject({ shifts: [], unexplained: 1 });
});
