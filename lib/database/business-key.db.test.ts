import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toId } from '#lib/values/ids.ts';
import { toBusinessKey } from './business-key.ts';
import { closeDatabase, databasePool } from './pools.ts';
import { insertDeposit, insertPayment } from './testing/rows.ts';
import type { Tenant } from './testing/tenant.ts';
import { createTenant } from './testing/tenant.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});
afterAll(closeDatabase);

const select = async (text: string, ...values: unknown[]) => (await databasePool().query(text, values)).rows;

test('the key is the same here and in the database', async () => {
  const ids = Array.from({ length: 200 }, () => toId<typeof tenant.businessId>(randomUUID()));
  const rows = await select('SELECT business_key(id) AS key FROM unnest($1::uuid[]) AS id', ids);
  expect(rows.map(({ key }) => key)).toEqual(ids.map(toBusinessKey));
});

test('a payment and a deposit always have the key of their business', async () => {
  const paymentId = await insertPayment(tenant.businessId, {});
  const depositId = await insertDeposit(tenant.businessId, paymentId, {});
  const key = toBusinessKey(tenant.businessId);
  for (const [table, id] of [
    ['payment', paymentId],
    ['deposit', depositId],
  ]) {
    const condition = `business_id = $1 AND ${table}_id = $2`;
    const read = () =>
      select(`SELECT business_key AS key FROM ${table} WHERE ${condition}`, tenant.businessId, id);
    expect(await read()).toEqual([{ key }]);
    await databasePool().query(`UPDATE ${table} SET business_key = 7 WHERE ${condition}`, [
      tenant.businessId,
      id,
    ]);
    expect(await read()).toEqual([{ key }]);
  }
  expect(
    await select(
      `SELECT conname FROM pg_constraint WHERE conname LIKE '%\\_business_key_check' AND convalidated ORDER BY 1`,
    ),
  ).toEqual([{ conname: 'deposit_business_key_check' }, { conname: 'payment_business_key_check' }]);
});

test('a second business with the same key is refused', async () => {
  const same = randomUUID().slice(0, -8) + tenant.businessId.slice(-8);
  await expect(select(`INSERT INTO business (id, name) VALUES ($1, 'Same key')`, same)).rejects.toThrow(
    /business_key_idx/,
  );
});

test('only indexes of IDs and exceptions begin with the whole ID of the business', async () => {
  const rows = await select(
    `SELECT indexname AS name FROM pg_indexes WHERE tablename IN ('payment', 'deposit') AND indexdef ~ '\\(business_id[,)]' ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'deposit_pkey',
    'payment_exceptional_asked_in_idx',
    'payment_exceptional_came_in_idx',
    'payment_exceptional_difference_idx',
    'payment_exceptional_idx',
    'payment_pkey',
  ]);
});
