import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { proposeDecision } from '../decisions/propose-decision.ts';
import { sweepCases } from '../testing/sweep-cases.ts';
import { toSubjectVersions } from './model/subject-version.ts';
import { readCase } from './queries/case.ts';
import { listRelatedRecords } from './queries/related.ts';
import { readSubjects } from './view-case.ts';

let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
});

const sweep = () => sweepCases();

async function flagged(
  status = 'COMPLIANCE_REVIEW',
  eur?: string,
): Promise<{ depositId: string; caseId: string }> {
  const paymentId = await insertPayment(tenant.businessId, { clientPaymentId: `order-${randomUUID()}` });
  const depositId = await insertDeposit(tenant.businessId, paymentId, {
    status,
    recordSeen: true,
    ...(eur === undefined ? {} : { uniformPayableAmount: eur }),
  });
  await sweep();
  const found = await database().reviewCase.findFirstOrThrow({ where: { subjectId: depositId } });
  return { depositId, caseId: found.caseId };
}

const view = (caseId: string) => readCase(tenant.as.compliance, tenant.businessId, caseId);
const at = async (caseId: string) => {
  const found = await view(caseId);
  return { businessId: tenant.businessId, caseId, version: found.version, seen: toSubjectVersions(found) };
};
const listActions = async (caseId: string) => (await view(caseId)).events.map(({ action }) => action);

test('opens one case for a flagged deposit, adds later facts, and changes nothing in concurrent runs', async () => {
  const { depositId, caseId } = await flagged();
  const key = { businessId_depositId: { businessId: tenant.businessId, depositId } };
  await database().deposit.update({
    where: key,
    data: { status: 'BLOCKED', refundReason: 'ILLICIT_DEPOSIT' },
  });
  await database().depositRisk.create({
    data: {
      businessId: tenant.businessId,
      depositId,
      assessment: {
        sourceRiskEntities: Array.from({ length: 3_000 }, (_, n) => ({
          name: `<b>Mixer ${n}</b>`,
          category: n % 2 ? 'MIXER' : '<script>alert(1)</script>',
        })),
      },
    },
  });
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  const { facts } = await view(caseId);
  expect(facts.map(({ kind }) => kind).toSorted()).toEqual([
    'deposit-blocked',
    'deposit-review',
    'refund-illicit',
    'risk-entity',
  ]);
  expect(facts.find(({ kind }) => kind === 'risk-entity')?.detail).toEqual({
    categories: ['<script>alert(1)</script>', 'MIXER'],
    entities: 3_000,
  });
  expect(await database().reviewCase.count({ where: { subjectId: depositId } })).toBe(1);
  expect(await listActions(caseId)).toContain('review-case.open');
  expect(await database().reviewChange.count({ where: { subjectId: depositId } })).toBe(0);
});

test('opens nothing for records without a flag or with a clean assessment', async () => {
  const paymentId = await insertPayment(tenant.businessId);
  const clean = await insertDeposit(tenant.businessId, paymentId, { status: 'CONFIRMED' });
  await database().depositRisk.create({
    data: {
      businessId: tenant.businessId,
      depositId: clean,
      riskScore: '9.7',
      assessment: { sourceRiskEntities: [], destinationRiskEntities: 'none' },
    },
  });
  await sweep();
  expect(await database().reviewCase.count({ where: { subjectId: clean } })).toBe(0);
});

test('opens a case for a blocked withdrawal, with its subject and relations', async () => {
  const shared = {
    toAddress: '0xAbC1',
    toAddressKey: '0xabc1',
    clientWithdrawalId: `payout-${randomUUID()}`,
  };
  const withdrawalId = await insertWithdrawal(tenant.businessId, { status: 'BLOCKED', ...shared });
  const sibling = await insertWithdrawal(tenant.businessId, { status: 'COMPLETED', ...shared });
  await sweep();
  const found = await database().reviewCase.findFirstOrThrow({ where: { subjectId: withdrawalId } });
  const one = await view(found.caseId);
  const { own } = await readSubjects(tenant.as.compliance, one);
  expect(own.subject.kind).toBe('withdrawal');
  await expect(
    proposeDecision(tenant.as.owner, {
      ...(await at(found.caseId)),
      kind: 'recommend-refund',
      finding: 'other',
      reason: 'x',
    }),
  ).rejects.toMatchObject({ code: 'invalid' });
  const { rows } = await listRelatedRecords(tenant.as.compliance, tenant.businessId, [
    { subjectKind: 'withdrawal', subjectId: withdrawalId },
  ]);
  expect(rows.map(({ id, by }) => [id, by]).toSorted()).toEqual([[sibling, 'address']]);
});

test('finds relations by transaction, address, entity and reference in the same business only', async () => {
  const { depositId } = await flagged();
  const key = (id: string) => ({ businessId_depositId: { businessId: tenant.businessId, depositId: id } });
  const facts = {
    transactionId: 'tx-1',
    fromAddress: 'bc1qsame',
    fromAddressKey: 'bc1qsame',
    network: 'BTC',
  };
  await database().deposit.update({ where: key(depositId), data: facts });
  const twin = await flagged();
  await database().deposit.update({ where: key(twin.depositId), data: facts });
  for (const id of [depositId, twin.depositId])
    await database().depositRisk.create({
      data: {
        businessId: tenant.businessId,
        depositId: id,
        assessment: { addressOwner: { name: 'Dark Pool' } },
      },
    });
  await database().deposit.update({
    where: key(twin.depositId),
    data: { refundFirstSeenAt: new Date(0), refundAmount: '0.1', refundDepositCurrency: 'BTC' },
  });
  const address = { toAddress: 'bc1qours', toAddressKey: 'bc1qours' };
  await database().deposit.update({ where: key(depositId), data: address });
  const wallet = { walletAddress: 'bc1qours', walletAddressKey: 'bc1qours' };
  const sameAddress = await insertPayment(tenant.businessId, wallet);
  const strangers = await insertPayment(other.businessId, wallet);
  await insertDeposit(other.businessId, strangers, facts);
  const { rows } = await listRelatedRecords(tenant.as.compliance, tenant.businessId, [
    { subjectKind: 'deposit', subjectId: depositId },
  ]);
  expect(rows.map(({ id, by }) => [id, by]).toSorted()).toEqual(
    [
      [twin.depositId, 'address'],
      [twin.depositId, 'transaction'],
    ]
      .concat([[sameAddress, 'address']])
      .toSorted(),
  );
  expect(rows.find(({ kind }) => kind === 'deposit')?.case?.caseId).toBe(twin.caseId);
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['deposit', 'payment', 'refund']);
});
