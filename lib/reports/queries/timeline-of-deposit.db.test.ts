import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer, observeCallback } from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { readDepositTimeline, readWithdrawalTimeline, viewStoredContent } from '../index.ts';
import type { TimelineEntry } from '../schema/timeline.ts';

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
});
afterAll(closeDatabase);

const start = 1_793_000_000_000;
const at = (second: number) => instant(start + second * 1_000);

type Fields = Readonly<Record<string, unknown>>;

const answer = (
  source: 'create' | 'read' | 'import',
  second: number,
  record: Fields,
  write = JSON.stringify,
) =>
  inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId: tenant.businessId,
      source,
      startedAt: at(second),
      body: toSampleBytes(write(source === 'create' ? { paymentInfo: record } : record)),
      ...(source === 'import'
        ? { personId: tenant.as.finance.actor.personId, fileName: 'from-mail.json' }
        : {}),
    }),
  );
const callback = (kind: 'deposit-received' | 'withdrawal', second: number, body: Fields) =>
  inTransaction((transaction) =>
    observeCallback(transaction, {
      businessId: tenant.businessId,
      kind,
      body: toSampleBytes(body),
      headers: {},
      receivedAt: at(second),
    }),
  );

const describeEntry = (entry: TimelineEntry): string => {
  const second = (Number(entry.at) - start) / 1_000;
  return `${second} ${entry.kind === 'answer' ? entry.source : entry.kind}`;
};
const readTimeline = async (depositId: string, by = tenant.as.viewer) =>
  (await readDepositTimeline(by, tenant.businessId, depositId, null)).entries;

test("a deposit's timeline has every observation that mentions it, and no other", async () => {
  const { businessId } = tenant;
  const [paymentId, deposit, sibling] = [randomUUID(), randomUUID(), randomUUID()];
  const record = (status: string, ...deposits: string[]) =>
    paymentRecordSample(businessId, {
      paymentId,
      status,
      deposits: deposits.map((id) => depositRecordSample({ id })),
    });
  await answer('create', 1, record('NEW'));
  await answer('read', 2, record('AWAITING', sibling));
  await callback('deposit-received', 3, depositCallbackSample({ paymentId, depositId: deposit }));
  await callback('deposit-received', 4, depositCallbackSample({ paymentId, depositId: sibling }));
  await answer('read', 5, record('DEPOSITED', sibling, deposit));
  await answer('import', 6, record('DEPOSITED', deposit));
  await answer('read', 7, record('BLOCKED', sibling));
  await answer('read', 8, record('BLOCKED', deposit), (body) =>
    JSON.stringify(body).replace(deposit, deposit.toUpperCase()),
  );
  // The id is found in any spelling of its letters.
  await answer('read', 9, record('DEPOSITED', deposit), (body) =>
    JSON.stringify(body).replace(
      deposit,
      [...deposit].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ),
  );
  const entries = await readTimeline(deposit);
  expect(entries.map(describeEntry)).toEqual(['9 read', '8 read', '6 import', '5 read', '3 callback']);
  expect(entries[2]).toMatchObject({ person: expect.any(String), fileName: 'from-mail.json' });
  for (const entry of entries)
    expect(
      await viewStoredContent(tenant.as.viewer, businessId, 'raw' in entry ? entry.raw : ''),
    ).toMatchObject({
      text: expect.stringContaining(paymentId),
    });
});

test('an answer about another payment that claims the deposit is in its timeline', async () => {
  const { businessId } = tenant;
  const [mine, theirs, deposit] = [randomUUID(), randomUUID(), randomUUID()];
  const record = (paymentId: string, ...deposits: string[]) =>
    paymentRecordSample(businessId, {
      paymentId,
      deposits: deposits.map((id) => depositRecordSample({ id })),
    });
  await callback('deposit-received', 1, depositCallbackSample({ paymentId: mine, depositId: deposit }));
  await answer('read', 2, record(theirs, deposit));
  await answer('read', 3, record(mine));
  expect((await readTimeline(deposit)).map(describeEntry)).toEqual(['2 read', '1 callback']);
});

test("a withdrawal's timeline has every version of its callback", async () => {
  const { businessId, as } = tenant;
  const withdrawalId = randomUUID();
  const completed = withdrawalCallbackSample(businessId, { withdrawalId });
  await callback('withdrawal', 1, { ...completed, status: 'PENDING' });
  await callback('withdrawal', 2, completed);
  await callback('withdrawal', 3, withdrawalCallbackSample(businessId));
  const { entries, after } = await readWithdrawalTimeline(as.viewer, businessId, withdrawalId, null);
  expect([entries.map(describeEntry), after]).toEqual([['2 callback', '1 callback'], null]);
});

test('another business has no timeline of the deposit, and an invalid cursor is refused', async () => {
  const [paymentId, deposit] = [randomUUID(), randomUUID()];
  await callback('deposit-received', 1, depositCallbackSample({ paymentId, depositId: deposit }));
  const stranger = await createTenant();
  await expect(
    readDepositTimeline(stranger.as.owner, stranger.businessId, deposit, null),
  ).rejects.toMatchObject({ code: 'not-found' });
  for (const after of [
    '',
    'x',
    '\0',
    Buffer.from(`1~answer~${deposit}'`).toString('base64url'),
    'A'.repeat(10_000),
  ])
    await expect(
      readDepositTimeline(tenant.as.viewer, tenant.businessId, deposit, after),
    ).rejects.toMatchObject({ code: 'invalid' });
});
