import { expect, test } from 'vitest';
import { storeReading } from '#lib/businesses/index.ts';
import { database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { exportMinimums } from './export-minimums.ts';

const clock = createFixedClock(instant(Date.parse('2026-11-20T23:30:00Z')));
const everything = { q: '', depositCurrency: '' };
type Tenant = Awaited<ReturnType<typeof createTenant>>;

async function readExport(tenant: Tenant, query = everything) {
  const { fileName, body } = await exportMinimums(tenant.as.finance, tenant.businessId, query);
  return { fileName, lines: (await new Response(body).text()).split('\r\n') };
}

const storeAnswer = ({ businessId }: Tenant, body: string) =>
  inTransaction((transaction) =>
    storeReading(transaction, {
      businessId,
      kind: 'minimums',
      startedAt: instant(Date.parse('2026-11-20T22:30:00Z')),
      body: new TextEncoder().encode(body),
      flaws: [],
    }),
  );

const head = 'coin,network,minimum,minimum_currency,minimum_source,read_at,time_zone';

test('exports exact digits with their read time and source, filtered', async () => {
  const tenant = await createTenant(clock);
  await database().business.update({
    where: { id: tenant.businessId },
    data: { timeZone: 'Europe/Berlin', name: 'Shop' },
  });
  await storeAnswer(
    tenant,
    '{"USDT":{"TRX":{"USDT":"5.000000000000000001","EUR":0},"ETH":{"EUR":25}},"=BTC":{"BTC":{"EUR":9.5}}}',
  );
  const readCells = 'read,2026-11-20T23:30:00+01:00,Europe/Berlin';
  expect(await readExport(tenant)).toEqual({
    fileName: 'shop-minimums-2026-11-21.csv',
    lines: [
      head,
      `'=BTC,BTC,9.5,EUR,${readCells}`,
      `USDT,ETH,25,EUR,${readCells}`,
      `USDT,TRX,0,EUR,${readCells}`,
      `USDT,TRX,5.000000000000000001,USDT,${readCells}`,
      '',
    ],
  });
  expect((await readExport(tenant, { q: 'eth', depositCurrency: 'USDT' })).lines).toEqual([
    head,
    `USDT,ETH,25,EUR,${readCells}`,
    '',
  ]);
});

test('exports no row for minimums that were never read', async () => {
  expect((await readExport(await createTenant(clock))).lines).toEqual([head, '']);
});

test('refuses roles without export and audits exports', async () => {
  const [tenant, other] = [await createTenant(clock), await createTenant(clock)];
  const { businessId } = tenant;
  for (const role of ['viewer', 'compliance'] as const)
    await expect(exportMinimums(tenant.as[role], businessId, everything)).rejects.toMatchObject({
      code: 'forbidden',
    });
  await expect(exportMinimums(other.as.owner, businessId, everything)).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await database().auditEntry.count({ where: { chainId: businessId } })).toBe(0);
  await readExport(tenant);
  expect(await database().auditEntry.findMany({ where: { chainId: businessId } })).toEqual([
    expect.objectContaining({ action: 'export.csv', objectId: 'minimums' }),
  ]);
});
