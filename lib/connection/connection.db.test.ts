import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';

let service: FakeService;
let tenant: Tenant;
const now = Date.UTC(2026, 10, 20, 12);
beforeAll(async () => {
  service = await startFakeService();
  tenant = await createTenant(createFixedClock(instant(now)));
});
afterAll(() => service.close());

const { readConnection } = await import('./queries/connection.ts');
const { checkConnection } = await import('./check-connection.ts');
const { revealAddresses } = await import('./reveal-addresses.ts');
const { listMissedDeposits } = await import('./queries/missed-deposits.ts');
const { watchForwardedHeader } = await import('#lib/access/index.ts');
const { answerCallback } = await import('#lib/callbacks/index.ts');
const { observeAnswer, observeCallback } = await import('#lib/observations/index.ts');

const input = () => ({ businessId: tenant.businessId });
const deriveSecret = (key: string) => createHmac('sha256', key).update(tenant.businessId).digest('base64url');
const readAudit = (action: string) =>
  database().auditEntry.findMany({ where: { chainId: tenant.businessId, action } });

test('allows only owners to check and see the secret, and audits each view without the secret', async () => {
  for (const role of ['viewer', 'finance', 'compliance'] as const) {
    await expect(checkConnection(tenant.as[role], input())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(revealAddresses(tenant.as[role], input())).rejects.toMatchObject({ code: 'forbidden' });
  }
  expect(await readAudit('connection.view-secret')).toEqual([]);
  const secret = deriveSecret(process.env['CALLBACK_SECRETS'] ?? '');
  const shown = await revealAddresses(tenant.as.owner, input());
  expect(shown.withdrawal).toBe(
    `http://localhost:3000/api/callbacks/${tenant.businessId}/${secret}/withdrawal`,
  );
  await revealAddresses(tenant.as.owner, input());
  const entries = await readAudit('connection.view-secret');
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries.map(({ after }) => after))).not.toContain(secret);
  const other = await createTenant();
  await expect(revealAddresses(other.as.owner, input())).rejects.toMatchObject({ code: 'not-found' });
});

test('shows secrets, keys and the sources of callbacks to owners only', async () => {
  const body = new Blob([toSampleBytes(depositCallbackSample())]).stream();
  const secret = deriveSecret(process.env['CALLBACK_SECRETS'] ?? '');
  const headers = new Headers({ 'x-forwarded-for': '192.0.2.77', 'x-hub-signature': 'abc' });
  await answerCallback({ business: tenant.businessId, secret, kind: 'deposit-received', headers, body });
  const owner = await readConnection(tenant.as.owner, tenant.businessId);
  expect(owner.keys).toEqual([expect.objectContaining({ position: 0, deliveries: 1 })]);
  expect(owner.assumptions?.filter((one) => one.value !== one.default).map(({ key }) => key)).toEqual([
    'payment-read-path',
    'create-rate',
  ]);
  const readObserved = (view: typeof owner, key: string) =>
    view.assumptions?.find((one) => one.key === key)?.observed;
  expect(readObserved(owner, 'callback-sources')).toContain('192.0.2.77');
  expect(readObserved(owner, 'callback-signing')).toBe(
    'Callbacks have the HTTP header x-hub-signature, so the service may sign them.',
  );
  for (const role of ['viewer', 'finance', 'compliance'] as const) {
    const view = await readConnection(tenant.as[role], tenant.businessId);
    expect(view.keys).toBeNull();
    expect(JSON.stringify(view)).not.toContain('192.0.2.77');
    expect(JSON.stringify(view)).not.toContain(secret);
    expect(view.assumptions).toBeNull();
    expect(view.assumptionCounts.all).toBe(owner.assumptions?.length);
  }
});

test('checks credentials, clock, reads and addresses separately and stores the results', async () => {
  const readStates = async () => {
    const { checks } = await readConnection(tenant.as.viewer, tenant.businessId);
    return Object.fromEntries(checks.map(({ key, state }) => [key, state]));
  };
  expect(await readStates()).toMatchObject({ credentials: 'unknown', clock: 'unknown', business: 'unknown' });
  const shown = await revealAddresses(tenant.as.owner, input());
  service.answerWith((request, response) => {
    const isSigned = /^SVC-API /.test(request.headers.authorization ?? '');
    if (isSigned && request.path.includes('/businesses/')) {
      response.writeHead(401).end('{"message":"The signature is wrong."}');
      return;
    }
    const record = {
      id: tenant.businessId,
      depositReceivedCallbackUrl: shown.depositReceived,
      withdrawalCallbackUrl: 'https://elsewhere.example/hook',
    };
    const answer = request.path.includes('/businesses/') ? record : {};
    response.setHeader('date', new Date(now + 300_000).toUTCString());
    response.writeHead(200).end(JSON.stringify(answer));
  });
  const { checks } = await checkConnection(tenant.as.owner, input());
  expect(Object.fromEntries(checks.map(({ key, state }) => [key, state]))).toMatchObject({
    credentials: 'bad',
    business: 'good',
    minimums: 'good',
    depositReceivedCallbackUrl: 'good',
    withdrawalCallbackUrl: 'bad',
    depositExchangedCallbackUrl: 'bad',
  });
  expect(checks.find(({ key }) => key === 'credentials')?.message).toContain('The signature is wrong.');
  expect(await readStates()).toMatchObject({ credentials: 'bad', business: 'good' });
  expect(await readAudit('connection.check')).toHaveLength(1);
});

test('lists unknown values of reads and callbacks', async () => {
  const { businessId } = tenant;
  const payment = paymentRecordSample(businessId, { status: 'SETTLING', type: 'ONE_TIME' });
  const observe = (startedAt: number) =>
    inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId,
        source: 'read',
        startedAt: instant(startedAt),
        body: toSampleBytes(payment),
      }),
    );
  await observe(now - 60_000);
  await observe(now);
  await inTransaction((transaction) =>
    observeCallback(transaction, {
      businessId,
      kind: 'deposit-received',
      body: toSampleBytes({ ...depositCallbackSample(), network: 'MOON' }),
      headers: {},
      receivedAt: instant(now),
    }),
  );
  const { unknownNames } = await readConnection(tenant.as.viewer, businessId);
  expect(unknownNames).toEqual(
    expect.arrayContaining([
      {
        field: 'payment.status',
        value: 'SETTLING',
        lastSeenAt: now,
        paymentId: payment['paymentId'],
        withdrawalId: null,
      },
      { field: 'callback.network', value: 'MOON', lastSeenAt: now, paymentId: null, withdrawalId: null },
    ]),
  );
  expect(unknownNames).toHaveLength(2);
});

test('lists a confirmed deposit without a callback, with its deadline, until the callback arrives', async () => {
  const { businessId } = await createTenant();
  const readDeposit = async (hoursAgo: number) => {
    const depositReceivedAt = Math.floor(now / 1000) - hoursAgo * 3_600;
    const deposit = depositRecordSample({ id: randomUUID(), status: 'CONFIRMED', depositReceivedAt });
    const payment = paymentRecordSample(businessId, { paymentId: randomUUID(), deposits: [deposit] });
    await inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId,
        source: 'read',
        startedAt: instant(now),
        body: toSampleBytes(payment),
      }),
    );
    return { depositId: String(deposit['id']), paymentId: String(payment['paymentId']) };
  };
  const [fresh, old, silent] = [await readDeposit(0), await readDeposit(30), await readDeposit(5)];
  const listMissed = async (limit = 10) => {
    const { overdue, lost } = await listMissedDeposits(businessId, instant(now), limit);
    return [overdue, lost].map((part) => part.map(({ depositId }) => depositId));
  };
  expect(await listMissed()).toEqual([[silent.depositId], [old.depositId]]);
  expect((await listMissedDeposits(businessId, instant(now), 10)).overdue[0]?.until).toBe(
    now + 19 * 3_600_000,
  );
  expect((await listMissed()).flat()).not.toContain(fresh.depositId);
  // Lost deposits never hide overdue ones, because each part has its own limit.
  const older = await readDeposit(50);
  expect(await listMissed(1)).toEqual([[silent.depositId], [old.depositId]]);
  expect(await listMissed()).toEqual([[silent.depositId], [old.depositId, older.depositId]]);
  await inTransaction((transaction) =>
    observeCallback(transaction, {
      businessId,
      kind: 'deposit-received',
      body: toSampleBytes({ ...depositCallbackSample(), ...silent }),
      headers: {},
      receivedAt: instant(now),
    }),
  );
  expect(await listMissed()).toEqual([[], [old.depositId, older.depositId]]);
});

test('shows an ignored X-Forwarded-For to every role', async () => {
  const proxy = async () =>
    (await readConnection(tenant.as.viewer, tenant.businessId)).checks.find(({ key }) => key === 'proxy');
  watchForwardedHeader();
  expect(await proxy()).toBeUndefined();
  globalThis.countinghouseForwardedHeader?.noteUntrusted();
  expect(await proxy()).toMatchObject({
    state: 'attention',
    message: expect.stringContaining('TRUST_PROXY'),
  });
});
