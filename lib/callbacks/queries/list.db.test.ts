import { beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery, wholeList } from '#lib/lists/model/query.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { readMessageEffects } from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { riskFieldLabels } from '#lib/service/contract/risk-fields.ts';
import { instant } from '#lib/values/instant.ts';
import {
  countCallbacks,
  listCallbacks,
  readCallbackPage,
  receiveCallback,
  viewCallbackContent,
} from '../index.ts';
import { callbackList } from '../schema/list.ts';

let tenant: Tenant;
let clock = 1_793_000_000_000;
const deposit = depositCallbackSample();
const second = { ...deposit, actualDepositAmount: 1, displayServiceFee: 0.6 };
const newer = depositCallbackSample({
  paymentId: deposit['paymentId'],
  clientPaymentId: deposit['clientPaymentId'],
});
let withdrawal: ReturnType<typeof withdrawalCallbackSample>;

async function deliver(body: unknown, kind: CallbackKind = 'deposit-received') {
  clock += 1_000;
  const { businessId } = tenant;
  await receiveCallback({
    businessId,
    kind,
    body: toSampleBytes(body),
    headers: { host: '…' },
    receivedAt: instant(clock),
  });
}

beforeAll(async () => {
  tenant = await createTenant();
  withdrawal = withdrawalCallbackSample(tenant.businessId, {
    txAddressOwner: { name: 'Mallory', category: 'mixer' },
  });
  await deliver(deposit);
  await deliver(second);
  await deliver({ ...newer, rateType: 'FLOATING' });
  await deliver({ ...newer, rateType: 'FIXED' });
  await deliver(depositCallbackSample({ status: 'SETTLED' }));
  await deliver(withdrawal, 'withdrawal');
  await deliver(withdrawal, 'withdrawal');
  await deliver('anything', 'deposit-exchanged');
});

const list = async (more: Partial<typeof wholeList> = {}) =>
  (await listCallbacks(tenant.as.viewer, tenant.businessId, { ...wholeList, ...more })).rows;

test('lists one row per content, newest first, with its verdict', async () => {
  expect((await list()).map(({ verdict, deliveries }) => `${verdict} ${deliveries}`)).toEqual([
    'stored 1',
    'applied 2',
    'quarantined 1',
    'new-version 1',
    'applied 1',
    'conflict 1',
    'orphan-adopted 1',
  ]);
});

test('finds a callback by the ids of its records, and by its hash only with risk.read', async () => {
  const [row] = await list({ choices: { kind: ['withdrawal'] } });
  const [whole] = (
    await listCallbacks(tenant.as.owner, tenant.businessId, {
      ...wholeList,
      choices: { kind: ['withdrawal'] },
    })
  ).rows;
  const byHash = { ...wholeList, q: whole?.sha256?.slice(0, 12) ?? 'x' };
  expect((await listCallbacks(tenant.as.owner, tenant.businessId, byHash)).rows).toEqual([whole]);
  expect(row?.sha256).toBeNull();
  for (const q of [byHash.q, whole?.messageId ?? 'x', (whole?.messageId ?? 'x').slice(0, 8)])
    expect(await list({ q })).toEqual([]);
  const byPayment = [String(deposit['paymentId']), String(deposit['clientPaymentId'])];
  for (const q of byPayment) expect((await list({ q })).length).toBe(4);
  expect(await list({ q: String(deposit['depositId']) })).toHaveLength(2);
  for (const q of [
    String(withdrawal['withdrawalId']),
    String(withdrawal['clientWithdrawalId']),
    row?.messageId,
  ])
    expect((await list({ q: q ?? 'x' })).map(({ messageId }) => messageId)).toEqual([row?.messageId]);
  expect(await list({ q: '0000000000000000000000000000' })).toEqual([]);
});

test('shows changes before and after, and both sides of a conflict', async () => {
  const [row] = await list({ choices: { verdict: ['conflict'] } });
  const page = await readCallbackPage(tenant.as.viewer, tenant.businessId, row?.messageId ?? '');
  const changed = page.effects?.filter(({ before, after }) => before !== after);
  expect(changed).toMatchObject([
    { record: 'deposit', field: 'displayServiceFee', before: '0.5', after: '0.6' },
    { record: 'deposit', field: 'callbackDepositAmount', before: '53.271845', after: '1' },
  ]);
  expect(page.conflicts).toMatchObject([
    {
      field: 'callbackDepositAmount',
      values: [
        { value: '1', isThis: true },
        { value: '53.271845', isThis: false },
      ],
    },
  ]);
  expect(page.versions).toMatchObject([{ verdict: 'orphan-adopted' }]);
  expect(page.mayDecide).toBe(false);
});

test('skips the changes for a payment with very many reports', async () => {
  const { businessId } = await createTenant();
  const sample = depositCallbackSample();
  const received = {
    businessId,
    kind: 'deposit-received',
    headers: {},
    receivedAt: instant(Date.now()),
  } as const;
  const { observed } = await receiveCallback({ ...received, body: toSampleBytes(sample) });
  const applied = {
    ...{ id: observed?.messageId ?? '', businessId, kind: 'deposit-received' as const, accepted: [] },
    ...{ body: toSampleBytes(sample), appliedAt: received.receivedAt },
  };
  expect(await readMessageEffects(applied)).not.toBeNull();
  await databasePool().query(
    `INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict, payment_id)
      SELECT business_id, kind, int4send(each), body, first_received_at, last_received_at, verdict, payment_id
        FROM callback_message, generate_series(1, 500) AS each WHERE id = $1::uuid`,
    [observed?.messageId],
  );
  expect(await readMessageEffects(applied)).toBeNull();
});

test('removes risk detail for a viewer, and audits the view of compliance', async () => {
  const [row] = await list({ choices: { kind: ['withdrawal'] } });
  const id = row?.messageId ?? '';
  const { businessId } = tenant;
  const views = () =>
    database().auditEntry.count({ where: { chainId: businessId, action: 'risk.view-raw' } });
  const forViewer = await viewCallbackContent(tenant.as.viewer, businessId, id);
  expect(forViewer.removed).toEqual(riskFieldLabels);
  expect(JSON.stringify(forViewer)).not.toMatch(/Mallory|mixer/);
  expect(await views()).toBe(0);
  const forCompliance = await viewCallbackContent(tenant.as.compliance, businessId, id);
  expect(forCompliance.segments.map(({ text }) => text).join('')).toBe(JSON.stringify(withdrawal));
  expect(await views()).toBe(1);
  const page = await readCallbackPage(tenant.as.compliance, businessId, id);
  expect(JSON.stringify(page)).not.toMatch(/Mallory|mixer/);
});

test('marks the reasons in the raw text', async () => {
  const [row] = await list({ choices: { verdict: ['quarantined'] } });
  const { segments, fields } = await viewCallbackContent(
    tenant.as.viewer,
    tenant.businessId,
    row?.messageId ?? '',
  );
  expect(segments.filter(({ mark }) => mark !== null)).toEqual([{ text: '"status": "SETTLED"', mark: 0 }]);
  expect(fields?.find(({ name }) => name === 'status')).toMatchObject({
    written: 'SETTLED',
    problem: expect.stringContaining('SETTLED'),
  });
});

test('filters by the last receipt, over pages and back', async () => {
  const own = await createTenant();
  const came = (body: unknown, day: number) =>
    receiveCallback({
      businessId: own.businessId,
      kind: 'deposit-exchanged',
      body: toSampleBytes(body),
      headers: {},
      receivedAt: instant(Date.parse(`2026-11-0${day}T12:00:00Z`)),
    });
  const received = [
    ['again', 1],
    ['earlier', 2],
    ['once', 5],
    ['again', 5],
    ['later', 7],
  ] as const;
  for (const [body, day] of received) await came(body, day);
  const read = (address: string) => {
    const parameters = new URLSearchParams(address);
    return parseListQuery(callbackList, (name) => parameters.get(name)).query;
  };
  const page = (address: string, size?: number) =>
    listCallbacks(own.as.viewer, own.businessId, read(address), size);
  const found = async (address: string) => {
    const days = (await page(address)).rows.map((row) => new Date(row.firstReceivedAt).getUTCDate());
    const { count } = await countCallbacks(own.as.viewer, own.businessId, read(address));
    expect(count).toBe(days.length);
    return days;
  };
  expect(await found('lastReceivedAt=2026-11-05')).toEqual([5, 1]);
  expect(await found('lastReceivedAt=2026-11-01')).toEqual([]);
  expect(await found('lastReceivedAt=..2026-11-05')).toEqual([5, 2, 1]);
  expect(await found('lastReceivedAt=2026-11-05..')).toEqual([7, 5, 1]);
  expect(await found('lastReceivedAt=2026-11-05&receivedAt=..2026-11-03')).toEqual([1]);
  expect(await found('lastReceivedAt=2026-11-05&deliveries=repeated')).toEqual([1]);
  const first = await page('lastReceivedAt=2026-11-05', 1);
  const second = await page(`lastReceivedAt=2026-11-05&after=${first.after}`, 1);
  expect([first, second].map(({ rows, isCursorInvalid }) => [rows.length, isCursorInvalid])).toEqual([
    [1, false],
    [1, false],
  ]);
  expect(new Date(second.rows[0]?.firstReceivedAt ?? 0).getUTCDate()).toBe(1);
  const back = await page(`lastReceivedAt=2026-11-05&before=${second.before}`, 1);
  expect(back.rows).toEqual(first.rows);
});

test('hides callbacks from another business', async () => {
  const other = await createTenant();
  const [row] = await list();
  await expect(
    readCallbackPage(other.as.owner, other.businessId, row?.messageId ?? ''),
  ).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(
    viewCallbackContent(other.as.owner, tenant.businessId, row?.messageId ?? ''),
  ).rejects.toMatchObject({
    code: 'not-found',
  });
});
