import { beforeEach, describe, expect, test, vi } from 'vitest';
import { receiveCallback } from '#lib/callbacks/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer, reprocessMessages, verifyReadModel } from '#lib/observations/index.ts';
import { createContext } from '#lib/platform/context.ts';
import {
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { createLiveStream } from '#lib/realtime/event-stream.ts';
import { openCases } from '#lib/reviews/index.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { guardedTopics } from '#lib/values/topics.ts';
import { readDepositPage } from '../deposit-page.ts';
import { readPaymentPage } from '../payment-page.ts';
import { readWithdrawalPage } from '../withdrawal-page.ts';
import { viewStoredContent } from './stored-content.ts';

const start = Date.now() - 3_600_000;
const paymentId = '00000000-0000-4000-a000-00000000a001';
const depositId = '00000000-0000-4000-a000-00000000a002';
const withdrawalId = '00000000-0000-4000-a000-00000000a003';

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
});

const record = (risk: Readonly<Record<string, unknown>>) =>
  paymentRecordSample(tenant.businessId, {
    paymentId,
    clientPaymentId: 'INV-1',
    deposits: [depositRecordSample({ id: depositId, ...risk })],
  });

const read = (second: number, risk: Readonly<Record<string, unknown>>) =>
  inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId: tenant.businessId,
      paymentId: toId<PaymentId>(paymentId),
      source: 'read',
      startedAt: instant(start + second * 1_000),
      body: toSampleBytes(record(risk)),
    }),
  );

const callback = (second: number, fields: Readonly<Record<string, unknown>>) =>
  receiveCallback({
    businessId: tenant.businessId,
    kind: 'withdrawal',
    body: toSampleBytes(
      withdrawalCallbackSample(tenant.businessId, { withdrawalId, clientWithdrawalId: 'OUT-1', ...fields }),
    ),
    headers: {},
    receivedAt: instant(start + second * 1_000),
  });

const [clean, flagged] = [
  { riskScore: '0.1' },
  {
    riskScore: '0.97',
    addressRiskAssessment: { sourceRiskEntities: [{ name: 'Hidden market', category: 'darknet' }] },
  },
] as const;
const owner = (name: string) => ({ txAddressOwner: { name, category: 'exchange' } });

/** Reads the columns that all roles may see, without ids made from bytes. */
async function visibleRows() {
  const { rows } = await databasePool().query<{ row: unknown }>(
    `SELECT to_jsonb(p) - 'next_read_at' - 'last_read_at' AS row FROM payment p WHERE business_id = $1::uuid
     UNION ALL SELECT to_jsonb(d) FROM deposit d WHERE business_id = $1::uuid
     UNION ALL SELECT to_jsonb(w) FROM withdrawal w WHERE business_id = $1::uuid`,
    [tenant.businessId],
  );
  const ids = /(?<="(?:observation|at)":)("[^"]+"|\d+)|(?<=\["\w+ )\w+ [\w-]{22}(?= )/g;
  return JSON.parse(JSON.stringify(rows).replaceAll(ids, '0'));
}

/** Reads the pages of the records as this role. */
async function readPages(role: 'viewer' | 'finance' | 'compliance') {
  const { businessId, as } = tenant;
  const found = [
    readPaymentPage(as[role], businessId, paymentId),
    readDepositPage(as[role], businessId, depositId),
    readWithdrawalPage(as[role], businessId, withdrawalId),
  ];
  const read = await Promise.all(found.map((page) => page.catch(() => null)));
  const raws = [...JSON.stringify(read).matchAll(/"raw":"([^"]+)"/g)].map(([, raw]) => raw ?? '');
  return { read, raws: await Promise.all(raws.map((raw) => viewStoredContent(as[role], businessId, raw))) };
}

/** Returns all events that a stream of this business sends during `work`, without its first ones. */
async function readEvents(canSeeGuarded: boolean, work: () => Promise<unknown>): Promise<readonly string[]> {
  const abort = new AbortController();
  const frames: string[] = [];
  const stream = createLiveStream({
    businessId: tenant.businessId,
    readDay: async () => '',
    hiddenTopics: canSeeGuarded ? [] : guardedTopics,
    mayContinue: async () => true,
    signal: abort.signal,
  }).pipeThrough(new TextDecoderStream());
  const reading = (async () => {
    for await (const frame of stream) frames.push(frame);
  })();
  await vi.waitFor(() => expect(frames.join('')).toContain('event: missed'), {
    timeout: 60_000,
    interval: 5,
  });
  const startIndex = frames.length;
  await work();
  // Notifications arrive in commit order, so this one is the last.
  const end = '{"b":"00000000-0000-4000-8000-000000000000","t":["business"],"i":[]}';
  await databasePool().query('SELECT pg_notify($1, $2)', ['countinghouse_live', end]);
  const last = JSON.stringify({ b: tenant.businessId, t: ['minimums'], i: [] });
  await databasePool().query('SELECT pg_notify($1, $2)', ['countinghouse_live', last]);
  await vi.waitFor(() => expect(frames.join('')).toContain('minimums'), { timeout: 60_000, interval: 5 });
  abort.abort();
  await reading;
  return frames
    .slice(startIndex)
    .flatMap((frame) => frame.split('\n\n'))
    .filter((frame) => frame !== '' && !frame.includes('minimums'));
}

const listTopics = (frames: readonly string[]) => [
  ...new Set(
    frames.flatMap((frame) =>
      [...frame.matchAll(/"topics":\[([^\]]*)\]/g)].flatMap(([, all]) => all?.split(',')),
    ),
  ),
];

const riskStamps = async () => {
  const where = { businessId: tenant.businessId };
  const [deposit, withdrawal] = [
    await database().depositRisk.findFirst({ where }),
    await database().withdrawalRisk.findFirst({ where }),
  ];
  return [deposit?.changedAt?.getTime(), withdrawal?.changedAt?.getTime()];
};

const listReplayDifferences = async () => {
  const found: unknown[] = [];
  await verifyReadModel((difference) => found.push(difference));
  return found;
};

describe('a read in which only risk detail changed', () => {
  test('changes no visible data without risk.read, only the risk stamp', async () => {
    await read(1, clean);
    // A repeated read changes only what every read changes.
    await read(2, clean);
    const [before, shown] = [await visibleRows(), await readPages('viewer')];
    const next = await database().payment.findFirstOrThrow({ where: { businessId: tenant.businessId } });
    expect(await read(2, flagged)).toMatchObject({ changed: false, riskChanged: true });
    expect(await visibleRows()).toEqual(before);
    const after = await database().payment.findFirstOrThrow({ where: { businessId: tenant.businessId } });
    expect(Math.abs((after.nextReadAt?.getTime() ?? 0) - (next.nextReadAt?.getTime() ?? 0))).toBeLessThan(
      30_000,
    );
    const text = JSON.stringify(await readPages('viewer')).replaceAll('"repeats":3', '"repeats":2');
    expect(JSON.parse(text.replaceAll(/"nextReadAt":\d+/g, '"nextReadAt":0'))).toEqual(
      JSON.parse(JSON.stringify(shown).replaceAll(/"nextReadAt":\d+/g, '"nextReadAt":0')),
    );
    expect(await riskStamps()).toEqual([start + 2_000, undefined]);
    expect(await listReplayDifferences()).toEqual([]);
  });

  test('is announced only to roles that may read risk detail, which see both reads', async () => {
    await read(1, clean);
    expect(await readEvents(false, () => read(2, flagged))).toEqual([]);
    const events = await readEvents(true, () => read(3, clean));
    expect(listTopics(events)).toEqual(['"payments"', '"deposits"']);
    expect(events.join('')).toContain(depositId);
    const { read: seen } = await readPages('compliance');
    expect(JSON.stringify(seen).match(/"source":"read","lastAt"/g)).toHaveLength(4);
    expect(seen[1]).toMatchObject({ riskChangedAt: start + 3_000 });
  });

  test('opens a case at once', async () => {
    await read(1, clean);
    await read(2, flagged);
    const context = createContext({ kind: 'system', name: 'reviews' });
    await openCases(context, new AbortController().signal);
    const where = { businessId: tenant.businessId, subjectId: depositId };
    expect(await database().reviewCase.count({ where })).toBe(1);
  });
});

describe('a withdrawal callback in which only the owner changed', () => {
  test('changes only what a repeated callback changes, without risk.read', async () => {
    await callback(1, owner('First'));
    await callback(2, { ...owner('First'), status: 'PENDING' });
    const before = await visibleRows();
    // The first content with another owner, no newer than the first.
    expect((await callback(3, owner('Second'))).observed).toMatchObject({ verdict: 'new-version' });
    expect(await visibleRows()).toEqual(before);
    expect(await riskStamps()).toEqual([undefined, start + 3_000]);
    const risk = await database().withdrawalRisk.findFirst({ where: { businessId: tenant.businessId } });
    expect(risk?.ownerName).toBe('Second');
    expect(await listReplayDifferences()).toEqual([]);
  });

  test('is announced as a repeated callback, and as a change to roles that may read risk detail', async () => {
    await callback(1, owner('First'));
    const repeated = await readEvents(false, () => callback(2, owner('First')));
    expect(await readEvents(false, () => callback(3, owner('Second')))).toEqual(repeated);
    expect(listTopics(await readEvents(true, () => callback(4, owner('Third'))))).toEqual([
      '"callbacks"',
      '"withdrawals"',
    ]);
  });
});

describe('an import of risk detail only', () => {
  const bring = (risk: Readonly<Record<string, unknown>>) =>
    inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId: tenant.businessId,
        source: 'import',
        startedAt: instant(Date.now()),
        body: toSampleBytes(record(risk)),
        personId: tenant.as.owner.actor.personId,
        fileName: 'screening.json',
        maySeeRisk: true,
      }),
    );

  test('changes nothing for a person without risk.read', async () => {
    await read(1, {});
    const [before, viewer, finance] = [
      await visibleRows(),
      await readPages('viewer'),
      await readPages('finance'),
    ];
    const next = await database().payment.findFirstOrThrow({ where: { businessId: tenant.businessId } });
    expect(await readEvents(false, () => bring(flagged))).toEqual([]);
    expect(await visibleRows()).toEqual(before);
    expect(await readPages('viewer')).toEqual(viewer);
    expect(await readPages('finance')).toEqual(finance);
    const after = await database().payment.findFirstOrThrow({ where: { businessId: tenant.businessId } });
    expect(after.nextReadAt).toEqual(next.nextReadAt);
    expect((await riskStamps())[0]).toBeGreaterThan(start);
    expect(JSON.stringify(await readPages('compliance'))).toContain('screening.json');
    expect(await listReplayDifferences()).toEqual([]);
  });

  test('is an entry for all roles once it adds other data', async () => {
    const { deposits: _, ...alone } = record({});
    await inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId: tenant.businessId,
        source: 'read',
        startedAt: instant(start),
        body: toSampleBytes({ ...alone, initiatedBy: undefined, locale: undefined }),
      }),
    );
    await bring(flagged);
    expect(JSON.stringify(await readPages('viewer'))).toContain('screening.json');
  });
});

test('a rebuild of risk detail is announced and stamped only for roles that may read it', async () => {
  const { businessId } = tenant;
  await read(1, flagged);
  await callback(2, owner('First'));
  await database().depositRisk.updateMany({ where: { businessId }, data: { riskScore: '5' } });
  await database().withdrawalRisk.updateMany({ where: { businessId }, data: { ownerName: 'Nobody' } });
  const before = await visibleRows();
  const rebuild = () =>
    reprocessMessages({
      businessId,
      selection: { kind: null, verdict: null, from: null, to: null, message: null },
      place: null,
      limit: 10,
      now: start + 60_000,
      apply: async () => undefined,
    });
  expect(await readEvents(false, rebuild)).toEqual([]);
  expect(await visibleRows()).toEqual(before);
  expect(await riskStamps()).toEqual([start + 60_000, start + 60_000]);
  expect(await listReplayDifferences()).toEqual([]);
});
