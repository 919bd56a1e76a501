import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { expireEntries } from './expire-entries.ts';
import { isExpired, readExpiries } from './expired-entries.ts';
import { verifyAudit, writeAudit } from './index.ts';
import { listEntries } from './queries.ts';

afterAll(closeDatabase);

const old = addMilliseconds(systemClock.now(), -6 * 366 * 86_400_000);

test('accepts entries that expire while a chain is verified', async () => {
  const { businessId } = await createTenant();
  const context = systemContext('retention');
  const write = (action: string, after: unknown, now = old) =>
    inTransaction((transaction) =>
      writeAudit(
        transaction,
        { ...context, clock: { ...systemClock, now: () => now } },
        { businessId, action, objectType: 'thing', objectId: '1', after },
      ),
    );
  await write('thing.change', { name: 'one' });
  await write('thing.change', { name: 'two' });
  await write('retention.approve', { kind: 'audit', years: 5 }, systemClock.now());
  // Stands for the approval by two owners.
  await databasePool().query('ALTER TABLE retention_rule DISABLE TRIGGER retention_rule_guard');
  await databasePool().query(
    `INSERT INTO retention_rule (business_id, kind, years) VALUES ($1, 'audit', 5)`,
    [businessId],
  );
  await databasePool().query('ALTER TABLE retention_rule ENABLE TRIGGER retention_rule_guard');
  const expire = (sequences: readonly bigint[]) =>
    inTransaction((transaction) => expireEntries(transaction, context, businessId, sequences));
  expect(await expire([1n])).toBe(1);
  expect(await expire([1n])).toBe(0);

  const expiries = await readExpiries(businessId);
  expect(await expire([2n, 3n])).toBe(1);
  const expired = (await listEntries(businessId, 0n, 10)).filter(isExpired);
  expect(expired.map(({ sequence }) => sequence)).toEqual([1n, 2n]);
  expect(expired.map(expiries.findProblem)).toEqual([null, null]);
  expect(await expiries.listUnrecorded()).toEqual([]);
  expect(expiries.listDifferent()).toEqual([]);
  const { breaches } = await verifyAudit();
  expect(breaches.filter(({ chainId }) => chainId === businessId)).toEqual([]);
});
