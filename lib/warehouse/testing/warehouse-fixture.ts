import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach } from 'vitest';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { addFactors, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import {
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { copyNow, setWarehouse } from '../change-warehouse.ts';
import { copyDueWarehouses, readWarehouse } from '../index.ts';
import { setWarehouseForm } from '../schema.ts';

export const storageSecret = 'a-secret-access-key';

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
  let key: Buffer = Buffer.from(`AWS4${storageSecret}`);
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

const manifestSchema = z.object({
  businessId: z.string(),
  files: z.array(
    z.object({
      name: z.string(),
      rows: z.number(),
      bytes: z.number(),
      sha256: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
});
export const readManifest = (
  objects: ReadonlyMap<string, Buffer>,
  name: 'manifest.json' | 'manifest-risk.json' = 'manifest.json',
) => {
  const [path, bytes] = [...objects].find(([one]) => one.endsWith(`/${name}`)) ?? ['', Buffer.from('{}')];
  return { folder: path.replace(name, ''), ...manifestSchema.parse(JSON.parse(bytes.toString())) };
};

/** Returns the lines of a copied file. */
export const readLines = (objects: ReadonlyMap<string, Buffer>, name: string): readonly string[] =>
  gunzipSync(objects.get(name) ?? '')
    .toString()
    .split('\r\n')
    .slice(0, -1);

/** A business and its storage, created again before each test. The product may connect to this machine. */
export function createWarehouseFixture() {
  testEnv.SANDBOX_BASE_URL = env.SERVICE_BASE_URL;
  let tenant: Tenant | null = null;
  const servers: { close: () => void }[] = [];
  const find = (): Tenant => {
    if (tenant === null) throw new Error('no test has begun');
    return tenant;
  };
  beforeEach(async () => {
    await database().warehouse.deleteMany({});
    tenant = await createTenant();
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

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
      find().as[who],
      setWarehouseForm.parse({
        ...{
          businessId: find().businessId,
          url,
          region: 'eu-central-1',
          bucket: 'finance',
          folder: 'copies',
        },
        ...{ accessId: 'AKIA', secret: storageSecret, hour: '2', ...changes },
      }),
    );
  const run = (laterMs = 0) =>
    copyDueWarehouses(
      systemContext('warehouse', { now: () => addMilliseconds(systemClock.now(), laterMs) }),
      new AbortController().signal,
    );
  const askNow = () => copyNow(find().as.owner, { businessId: find().businessId });
  const read = () => readWarehouse(find().as.owner, find().businessId);
  /** Gives the owner an authenticator app, verified just now. */
  const verifyOwner = async () => {
    const { owner } = find().as;
    await addFactors([owner]);
    const at = toDate(systemClock.now());
    await database().session.update({
      where: { id: owner.actor.sessionId },
      data: { authenticatedAt: at, factorVerifiedAt: at },
    });
  };
  const addPayment = (amount: string) =>
    inTransaction((transaction) =>
      observeAnswer(transaction, {
        ...{ businessId: find().businessId, source: 'read', startedAt: systemClock.now() },
        body: toSampleBytes(
          paymentRecordSample(find().businessId, {
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

  return {
    get tenant() {
      return find();
    },
    ...{ open, set, run, askNow, read, verifyOwner, addPayment },
  };
}
