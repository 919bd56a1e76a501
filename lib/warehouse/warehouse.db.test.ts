import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { forgetRestore } from '#lib/database/testing/rows.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import {
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { applyRestoreRules } from '#lib/restores/index.ts';
import { instant } from '#lib/values/instant.ts';
import { copyNow, removeWarehouse, setWarehouse } from './change-warehouse.ts';
import { copyDueWarehouses, readWarehouse } from './index.ts';
import { maximumTries } from './model.ts';
import { setWarehouseForm } from './schema.ts';

vi.mock('#lib/platform/env.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#lib/platform/env.ts')>();
  const env = new Proxy(original.env, {
    get: (target, name) => Reflect.get(target, name === 'SANDBOX_BASE_URL' ? 'SERVICE_BASE_URL' : name),
  });
  return { ...original, env };
});

const secret = 'a-secret-access-key';

/** Verifies Signature Version 4 as a storage does, without the code of the product. */
function isSigned({ method, url = '', headers }: IncomingMessage, sha256: string): boolean {
  const found =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request,SignedHeaders=([^,]+),Signature=(\w+)/.exec(
      headers.authorization ?? '',
    );
  const [, , day = '', region = '', names = '', signature] = found ?? [];
  const canonical = [
    method,
    url,
    '',
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    sha256,
  ];
  const digest = createHash('sha256').update(canonical.join('\n')).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, digest].join(
    '\n',
  );
  let key: Buffer = Buffer.from(`AWS4${secret}`);
  for (const part of [day, region, 's3', 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

/** A storage with the interface of Amazon S3. `refuse` decides about each object. */
async function openStorage(refuse: (name: string, response: ServerResponse) => boolean = () => false) {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(parts);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const name = request.url ?? '';
      if (refuse(name, response)) return;
      if (!isSigned(request, sha256))
        response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      else {
        objects.set(name, bytes);
        response.end();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the storage has no port');
  return { url: `http://127.0.0.1:${address.port}`, objects, server };
}

let tenant: Tenant;
const servers: { close: () => void }[] = [];
beforeEach(async () => {
  await database().warehouse.deleteMany({});
  tenant = await createTenant();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(closeDatabase);

const open = async (...options: Parameters<typeof openStorage>) => {
  const storage = await openStorage(...options);
  servers.push(storage.server);
  return storage;
};
const set = (
  url: string,
  changes: Readonly<Record<string, string>> = {},
  who: keyof Tenant['as'] = 'owner',
) =>
  setWarehouse(
    tenant.as[who],
    setWarehouseForm.parse({
      ...{ businessId: tenant.businessId, url, region: 'eu-central-1', bucket: 'finance', folder: 'copies' },
      ...{ accessId: 'AKIA', secret, hour: '2', ...changes },
    }),
  );
const run = (laterMs = 0) =>
  copyDueWarehouses(
    systemContext('warehouse', { now: () => instant(Date.now() + laterMs) }),
    new AbortController().signal,
  );
const askNow = () => copyNow(tenant.as.owner, { businessId: tenant.businessId });
const read = () => readWarehouse(tenant.as.owner, tenant.businessId);
const addPayment = (amount: string) =>
  inTransaction((transaction) =>
    observeAnswer(transaction, {
      ...{ businessId: tenant.businessId, source: 'read', startedAt: instant(Date.now()) },
      body: toSampleBytes(
        paymentRecordSample(tenant.businessId, {
          deposits: [
            depositRecordSample({
              depositAmount: amount,
              addressRiskAssessment: { addressOwner: { name: 'Some exchange' }, riskScore: 'HIGH' },
            }),
          ],
        }),
      ),
    }),
  );

const manifestSchema = z.object({
  businessId: z.string(),
  files: z.array(
    z.object({
      name: z.string(),
      rows: z.number(),
      bytes: z.number(),
      sha256: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string(), fitsDecimal: z.boolean().optional() })),
    }),
  ),
});
const readManifest = (objects: ReadonlyMap<string, Buffer>) => {
  const [name, bytes] = [...objects].find(([one]) => one.endsWith('/manifest.json')) ?? [
    '',
    Buffer.from('{}'),
  ];
  return { folder: name.replace('manifest.json', ''), ...manifestSchema.parse(JSON.parse(bytes.toString())) };
};

test('copies all records exactly, without risk, with a manifest that verifies them', async () => {
  const { url, objects } = await open();
  await addPayment('53.271845');
  await addPayment('0.1234567890123456789012');
  await set(url);
  expect(await run()).toEqual({ copied: 0, failed: 0 });
  await askNow();
  expect(await run()).toEqual({ copied: 1, failed: 0 });
  const { folder, files, businessId } = readManifest(objects);
  expect(businessId).toBe(tenant.businessId);
  expect(folder).toMatch(/^\/finance\/copies\/\d{8}T\d{6}Z\/$/);
  expect(files.map(({ name, rows }) => [name, rows])).toEqual([
    ['payments.csv.gz', 2],
    ['deposits.csv.gz', 2],
    ['refunds.csv.gz', 0],
    ['withdrawals.csv.gz', 0],
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
  expect(find('deposit_amount')).toEqual({ name: 'deposit_amount', type: 'amount', fitsDecimal: false });
  expect(find('settlement_payable_amount')).toMatchObject({ type: 'amount', fitsDecimal: true });
  expect(await read()).toMatchObject({ run: { problem: null, endedAt: expect.any(Number) } });
  expect(await run()).toEqual({ copied: 0, failed: 0 });
  expect(await run(25 * 3_600_000)).toEqual({ copied: 1, failed: 0 });
});

test('writes text that looks like a formula without a change', async () => {
  const { url, objects } = await open();
  await addPayment('5');
  await database().payment.updateMany({
    where: { businessId: tenant.businessId },
    data: { clientPaymentId: '=SUM(1)' },
  });
  await set(url);
  await askNow();
  expect(await run()).toEqual({ copied: 1, failed: 0 });
  const { folder } = readManifest(objects);
  for (const name of ['payments', 'deposits']) {
    const text = gunzipSync(objects.get(`${folder}${name}.csv.gz`) ?? '').toString();
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
    ...['refunds.csv.gz', 'withdrawals.csv.gz', 'manifest.json'],
  ]);
  expect(readManifest(objects).files).toHaveLength(4);
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
      where: { chainId: tenant.businessId, action: 'warehouse.fail' },
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
    removeWarehouse(tenant.as.owner, { businessId: tenant.businessId }),
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
  expect(puts).toHaveLength(10);
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
    await database().auditEntry.count({ where: { chainId: tenant.businessId, action: 'warehouse.copy' } }),
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
  expect(Buffer.from(row.secret).includes(secret)).toBe(false);
  expect(JSON.stringify(await read())).not.toContain(secret);
});

test('only owners set it, with a recent authentication, and each change is audited', async () => {
  const { url } = await open();
  for (const who of ['viewer', 'accountant', 'finance', 'compliance'] as const) {
    await expect(set(url, {}, who)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(readWarehouse(tenant.as[who], tenant.businessId)).rejects.toMatchObject({
      code: 'forbidden',
    });
  }
  await set(url);
  await askNow();
  await run();
  await removeWarehouse(tenant.as.owner, { businessId: tenant.businessId });
  await expect(askNow()).rejects.toMatchObject({ code: 'conflict' });
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectType: 'warehouse' },
    orderBy: { sequence: 'asc' },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    'warehouse.set',
    'warehouse.copy-now',
    'warehouse.copy',
    'warehouse.remove',
  ]);
  expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toContain(secret);
});

test('a restored backup copies nothing until an owner saves the storage', async () => {
  const { url, objects } = await open();
  await set(url);
  await askNow();
  await database().warehouse.updateMany({
    data: { leasedUntil: new Date(Date.now() + 60_000), run: { runId: 'of the backup' } },
  });
  await applyRestoreRules(systemContext('restore'), instant(Date.now()));
  expect(await run(25 * 3_600_000)).toEqual({ copied: 0, failed: 0 });
  expect(objects.size).toBe(0);
  expect(await read()).toMatchObject({ nextRunAt: null, run: null });
  expect(await database().warehouse.findFirst({})).toMatchObject({ leasedUntil: null, leaseToken: null });
  await forgetRestore();
});
