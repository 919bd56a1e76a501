import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { readOverview } from '../index.ts';

beforeAll(() => databasePool().query('DELETE FROM part_heartbeat'));
afterAll(async () => {
  await databasePool().query('DELETE FROM part_heartbeat');
  await closeDatabase();
});

test('Overview shows owners that the worker has stopped, within two minutes', async () => {
  const { as, businessId } = await createTenant();
  const readAlarms = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(as).map(async ([role, context]) => {
          const { attention } = await readOverview(context, businessId);
          return [role, attention.find(({ kind }) => kind === 'worker-stopped')?.count];
        }),
      ),
    );
  expect(await readAlarms()).toMatchObject({ owner: undefined });
  await databasePool().query(
    `INSERT INTO part_heartbeat (part, instance_id, host, version, started_at, seen_at)
     VALUES ('worker', gen_random_uuid(), 'host', '1', now(), clock_timestamp() + interval '1 minute')`,
  );
  expect(await readAlarms()).toMatchObject({ owner: undefined });
  await databasePool().query(`UPDATE part_heartbeat SET seen_at = clock_timestamp() - interval '2 minutes'`);
  const alarms = await readAlarms();
  expect(Object.keys(alarms).filter((role) => alarms[role] !== undefined)).toEqual(['owner']);
  expect(alarms.owner).toBeGreaterThanOrEqual(2);
});
