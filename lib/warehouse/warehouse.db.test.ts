import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { forgetRestore } from '#lib/database/testing/rows.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { applyRestoreRules } from '#lib/restores/index.ts';
import { instant } from '#lib/values/instant.ts';
import { removeWarehouse } from './change-warehouse.ts';
import { readWarehouse } from './index.ts';
import { maximumTries } from './model.ts';
import {
  createWarehouseFixture,
  readLines,
  readManifest,
  storageSecret,
} from './testing/warehouse-fixture.ts';

const desk = createWarehouseFixture();
const { open, set, run, askNow, read, verifyOwner, addPayment } = desk;

test('copies all records exactly, without risk, with a manifest that verifies them', async () => {
  const { url, objects } = await open();
  await addPayment('53.271845');
  await addPayment('0.1234567890123456789012');
  await set(url);
  expect(await run()).toEqual({ copied: 0, failed: 0 });
  await askNow();
  expect(await run()).toEqual({ copied: 1, failed: 0 });
  const { folder, files, businessId } = readManifest(objects);
  expect(businessId).toBe(desk.tenant.businessId);
  expect(folder).toMatch(/^\/finance\/copies\/\d{8}T\d{6}Z\/$/);
  expect(files.map(({ name, rows }) => [name, rows])).toEqual([
    ['payments.csv.gz', 2],
    ['deposits.csv.gz', 2],
    ['refunds.csv.gz', 0],
    ['withdrawals.csv.gz', 0],
    ...[
      ['exceptions.csv.gz', 0],
      ['minimums.csv.gz', 0],
      ['statements.csv.gz', 0],
    ],
  ]);
  for (const { name, bytes, sha256 } of files) {
    const object = objects.get(`${folder}${name}`) ?? Buffer.alloc(0);
    expect(object.byteLength).toBe(bytes);
    expect(createHash('sha256').update(object).digest('hex')).toBe(sha256);
  }
  const deposits = gunzipSync(objects.get(`${folder}deposits.csv.gz`) ?? '').toString();
  expect(deposits).toContain('53.271845');
  expect(deposits).toContain('0.1234567890123456789012');
  for (const hidden of ['Some exchange', 'HIGH']) expect(deposits).not.toContain(hidden);
  const [head = ''] = deposits.split('\r\n');
  expect(head).not.toContain('risk');
  const columns = files[1]?.columns ?? [];
  expect(head.split(',')).toEqual(columns.map(({ name }) => name));
  const find = (column: string) => columns.find(({ name }) => name === column);
  // One amount has more digits than a decimal column holds.
  expect(find('deposit_amount')).toEqual({ name: 'deposit_amount', type: 'amount' });
  expect(find('deposit_amount_decimal')).toBeUndefined();
  expect(find('settlement_payable_amount')).toMatchObject({ type: 'amount' });
  expect(find('settlement_payable_amount_decimal')).toMatchObject({ type: 'decimal' });
  expect(await read()).toMatchObject({ run: { problem: null, endedAt: expect.any(Number) } });
  expect(await run()).toEqual({ copied: 0, failed: 0 });
  expect(await run(25 * 3_600_000)).toEqual({ copied: 1, failed: 0 });
});

test('has a decimal column after all others for each amount whose values all fit', async () => {
  const { url, objects } = await open();
  await addPayment('53.271845');
  await set(url);
  await askNow();
  await run();
  const { folder } = readManifest(objects);
  const [head = '', row = ''] = readLines(objects, `${folder}deposits.csv.gz`);
  const names = head.split(',');
  const first = names.findIndex((name) => name.endsWith('_decimal'));
  expect(names.slice(first).every((name) => name.endsWith('_decimal'))).toBe(true);
  const read = (name: string) => row.split(',')[names.indexOf(name)];
  for (const name of ['deposit_amount', 'deposit_amount_decimal']) expect(read(name)).toBe('53.271845');
});

test('writes text that looks like a formula without a change', async () => {
  const { url, objects } = await open();
  await addPayment('5');
  await database().payment.updateMany({
    where: { businessId: desk.tenant.businessId },
    data: { clientPaymentId: '=SUM(1)' },
  });
  await set(url);
  await askNow();
  expect(await run()).toEqual({ copied: 1, failed: 0 });
  const { folder } = readManifest(objects);
  for (const name of ['payments', 'deposits']) {
    const text = readLines(objects, `${folder}${name}.csv.gz`).join('\n');
    expect(text).toContain(',=SUM(1),');
    expect(text).not.toContain("'=");
  }
});

test('goes on with the file that an interrupted copy lacks', async () => {
  let isDown = true;
  const puts: string[] = [];
  const { url, objects } = await open((name, response) => {
    puts.push(name.split('/').at(-1) ?? '');
    if (!isDown || !name.endsWith('refunds.csv.gz')) return false;
    response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    return true;
  });
  await addPayment('1');
  await set(url);
  await askNow();
  expect(await run()).toEqual({ copied: 0, failed: 1 });
  expect(await read()).toMatchObject({
    run: { endedAt: null, tries: 1, problem: { kind: 'status', detail: '503 SlowDown' } },
  });
  isDown = false;
  expect(await run()).toEqual({ copied: 0, failed: 0 });
  expect(await run(11 * 60_000)).toEqual({ copied: 1, failed: 0 });
  expect(puts).toEqual([
    ...['payments.csv.gz', 'deposits.csv.gz', 'refunds.csv.gz'],
    ...['refunds.csv.gz', 'withdrawals.csv.gz', 'exceptions.csv.gz', 'minimums.csv.gz'],
    ...['statements.csv.gz', 'manifest.json'],
  ]);
  expect(readManifest(objects).files).toHaveLength(7);
});

test('gives up for the night after five tries, and says why', async () => {
  const { url } = await open((_name, response) => {
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    return true;
  });
  await set(url);
  await askNow();
  const listFailures = () =>
    database().auditEntry.findMany({
      where: { chainId: desk.tenant.businessId, action: 'warehouse.fail' },
      select: { after: true, actorKind: true },
    });
  for (let tries = 0; tries < maximumTries; tries += 1) {
    expect(await listFailures()).toEqual([]);
    expect(await run(tries * 11 * 60_000)).toEqual({ copied: 0, failed: 1 });
  }
  expect(await listFailures()).toMatchObject([
    { actorKind: 'system', after: { host: new URL(url).host, kind: 'status', detail: '403 AccessDenied' } },
  ]);
  const { run: last, nextRunAt } = await read();
  expect(last).toMatchObject({ problem: { detail: '403 AccessDenied' }, endedAt: expect.any(Number) });
  expect(nextRunAt).toBeGreaterThan(Date.now() + 40 * 60_000);
});

/** Opens a storage that runs `act` once, when it receives the first file, before it answers. */
async function openAndAct(act: () => Promise<unknown>) {
  const puts: string[] = [];
  const storage = await open((name, response) => {
    puts.push(name.split('/').at(-1) ?? '');
    if (puts.length > 1) return false;
    void act().then(() => response.end());
    return true;
  });
  return { ...storage, puts };
}

test('stops before the next file when the storage is removed during a copy', async () => {
  const { url, puts } = await openAndAct(() =>
    removeWarehouse(desk.tenant.as.owner, { businessId: desk.tenant.businessId }),
  );
  await set(url);
  await askNow();
  expect(await run()).toEqual({ copied: 0, failed: 0 });
  expect(puts).toEqual(['payments.csv.gz']);
  expect(await read()).toMatchObject({ settings: null });
});

test.each([
  ['target', { bucket: 'other' }],
  ['key', { accessId: 'AKIB' }],
])('stops before the next file when the %s changes during a copy', async (_part, changes) => {
  const { url, puts } = await openAndAct(() => set(url, { ...changes, hour: '5' }));
  await set(url);
  await askNow();
  const lateRun = run(60_000);
  expect(await lateRun).toEqual({ copied: 0, failed: 0 });
  expect(puts).toEqual(['payments.csv.gz']);
  const { run: last, nextRunAt } = await read();
  expect(last).toMatchObject({ problem: { kind: 'changed' }, endedAt: expect.any(Number) });
  // Saving has set the next copy, and the end of the stopped one keeps it.
  expect(new Date(nextRunAt ?? 0).getUTCMinutes()).toBe(0);
  await askNow();
  expect(await run(60_000)).toEqual({ copied: 1, failed: 0 });
});

test('copies again when a person asks for it during a copy', async () => {
  const { url, puts } = await openAndAct(askNow);
  await set(url);
  await askNow();
  expect(await run(60_000)).toEqual({ copied: 2, failed: 0 });
  expect(puts).toHaveLength(16);
});

test('uploads nothing more once another process has the copy', async () => {
  const { url, puts } = await openAndAct(() =>
    database().warehouse.updateMany({ data: { leaseToken: randomUUID() } }),
  );
  await set(url);
  await askNow();
  expect(await run()).toEqual({ copied: 0, failed: 0 });
  expect(puts).toEqual(['payments.csv.gz']);
  expect(
    await database().auditEntry.count({
      where: { chainId: desk.tenant.businessId, action: 'warehouse.copy' },
    }),
  ).toBe(0);
  const row = await database().warehouse.findFirstOrThrow({});
  expect(row.run).toMatchObject({ files: [], problem: null });
});

test('tries again after a failure of the server, and says so', async () => {
  const { url } = await open();
  await set(url);
  await askNow();
  vi.spyOn(fs, 'mkdtemp').mockRejectedValue(new Error('no space left on device'));
  expect(await run()).toEqual({ copied: 0, failed: 1 });
  expect(await read()).toMatchObject({ run: { tries: 1, endedAt: null, problem: { kind: 'unexpected' } } });
  vi.restoreAllMocks();
  expect(await run(11 * 60_000)).toEqual({ copied: 1, failed: 0 });
});

test('connects to no private address, and to none for which the key was not entered', async () => {
  const { url } = await open();
  await expect(set('https://10.0.0.1')).rejects.toMatchObject({ code: 'invalid' });
  await expect(set('ftp://storage.example.com')).rejects.toMatchObject({ code: 'invalid' });
  await expect(set(url, { secret: '' })).rejects.toMatchObject({ code: 'invalid' });
  await set(url);
  await set(url, { secret: '', hour: '3' });
  await expect(set('https://storage.example.com', { secret: '' })).rejects.toMatchObject({ code: 'invalid' });
  const row = await database().warehouse.findFirstOrThrow({});
  expect(Buffer.from(row.secret).includes(storageSecret)).toBe(false);
  expect(JSON.stringify(await read())).not.toContain(storageSecret);
});

test('asks for the key again for another target, and to begin copying risk details', async () => {
  await verifyOwner();
  const { url } = await open();
  await set(url);
  const risk = { risk: 'yes', secret: '' };
  for (const [part, value] of [
    ['bucket', 'other'],
    ['folder', 'other'],
    ['region', 'eu-west-1'],
    ['risk', 'yes'],
  ] as const)
    await expect(set(url, { [part]: value, secret: '' })).rejects.toMatchObject({
      ...{ code: 'invalid', fieldErrors: { secret: expect.anything() } },
    });
  await set(url, { risk: 'yes' });
  await set(url, { ...risk, hour: '3' });
  await set(url, { secret: '', risk: 'no' });
  await expect(set(url, risk)).rejects.toMatchObject({ code: 'invalid' });
});

test('only owners set it, with a recent authentication, and each change is audited', async () => {
  const { url } = await open();
  for (const who of ['viewer', 'accountant', 'finance', 'compliance'] as const) {
    await expect(set(url, {}, who)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(readWarehouse(desk.tenant.as[who], desk.tenant.businessId)).rejects.toMatchObject({
      code: 'forbidden',
    });
  }
  await set(url);
  await askNow();
  await run();
  await removeWarehouse(desk.tenant.as.owner, { businessId: desk.tenant.businessId });
  await expect(askNow()).rejects.toMatchObject({ code: 'conflict' });
  const entries = await database().auditEntry.findMany({
    where: { chainId: desk.tenant.businessId, objectType: 'warehouse' },
    orderBy: { sequence: 'asc' },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    'warehouse.set',
    'warehouse.copy-now',
    'warehouse.copy',
    'warehouse.remove',
  ]);
  expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toContain(storageSecret);
});

test('a restored backup copies nothing until an owner saves the storage', async () => {
  const { url, objects } = await open();
  await set(url);
  await askNow();
  await database().warehouse.updateMany({
    data: {
      leasedUntil: new Date(Date.now() + 60_000),
      run: { runId: 'of the backup' },
      riskById: desk.tenant.as.owner.actor.personId,
    },
  });
  await applyRestoreRules(systemContext('restore'), instant(Date.now()));
  expect(await run(25 * 3_600_000)).toEqual({ copied: 0, failed: 0 });
  expect(objects.size).toBe(0);
  expect(await read()).toMatchObject({ nextRunAt: null, run: null });
  expect(await database().warehouse.findFirst({})).toMatchObject({
    ...{ leasedUntil: null, leaseToken: null },
    // It may have been taken back since the backup.
    riskById: null,
  });
  await forgetRestore();
});
