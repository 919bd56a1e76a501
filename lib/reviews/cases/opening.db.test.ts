import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { storeAllReasons } from '#lib/observations/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { proposeDecision } from '../decisions/propose-decision.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';
import { sweepCases } from '../testing/sweep-cases.ts';
import { openCases } from './open-cases.ts';
import { openManualCase } from './open-manual-case.ts';
import { listRelatedRecords } from './queries/related.ts';
import { verifyCaseReasons } from './verify-reasons.ts';
import { readSubjects } from './view-case.ts';

describe('opening by a sweep', () => {
  let tenant: Tenant;
  let desk: CaseFixture;
  let other: Tenant;

  beforeAll(async () => {
    tenant = await createTenant();
    desk = await createCaseFixture(systemClock, tenant);
    other = await createTenant();
  });

  const sweep = () => sweepCases();

  const flagged = (status = 'COMPLIANCE_REVIEW', eur?: string) =>
    desk.flagged({ status, uniformPayableAmount: eur ?? null });

  const view = (caseId: string) => desk.view(caseId);
  const at = (caseId: string) => desk.at(caseId);
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
});

describe('opening by a person', () => {
  test('opens one case for a record that nothing flagged, with an audited reason that never ends', async () => {
    const desk = await createCaseFixture();
    const { businessId } = desk;
    const paymentId = await insertPayment(businessId);
    const subjectId = await insertDeposit(businessId, paymentId, {
      status: 'CONFIRMED',
      recordSeen: true,
      uniformPayableAmount: '25',
    });
    await desk.sweep();
    const input = {
      businessId,
      subjectKind: 'deposit',
      subjectId,
      reason: 'The payer asked for secrecy',
    } as const;
    await expect(openManualCase(desk.as.finance, input)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      openManualCase(desk.as.compliance, { ...input, subjectId: randomUUID() }),
    ).rejects.toMatchObject({ code: 'not-found' });
    const { caseId } = await openManualCase(desk.as.compliance, input);
    await expect(openManualCase(desk.second, input)).rejects.toMatchObject({ code: 'conflict' });
    await database().deposit.update({
      where: { businessId_depositId: { businessId, depositId: subjectId } },
      data: { status: 'BLOCKED' },
    });
    await desk.sweep();
    const { facts } = await desk.view(caseId);
    expect(facts).toMatchObject([
      { kind: 'manual', endedAt: null, detail: { reason: 'The payer asked for secrecy' } },
      { kind: 'deposit-blocked' },
    ]);
    const { rows } = await readQueue(desk.second, businessId, 'reason=manual');
    expect(rows).toMatchObject([{ caseId, eur: '25' }]);
    const entry = await database().auditEntry.findFirstOrThrow({
      where: { objectId: caseId, action: 'review-case.open' },
    });
    expect(entry).toMatchObject({
      actorKind: 'person',
      actorId: desk.as.compliance.actor.personId,
      after: { subjectId, reason: 'The payer asked for secrecy' },
    });
  });
});

describe('verification of reasons', () => {
  test('verification finds a reason that a case lacks, and one that its record no longer states', async () => {
    const desk = await createCaseFixture();
    const { businessId } = desk;
    const verify = async () => {
      const found: unknown[] = [];
      await verifyCaseReasons((difference) => {
        if (difference.businessId === businessId) found.push(difference);
      });
      return found;
    };
    const { depositId } = await desk.flagged();
    expect(await verify()).toEqual([]);
    const where = { businessId_depositId: { businessId, depositId } };
    await database().deposit.update({ where, data: { status: 'CONFIRMED' } });
    const unseen = await insertDeposit(businessId, await insertPayment(businessId), { status: 'BLOCKED' });
    expect(await verify()).toEqual(
      expect.arrayContaining([
        {
          businessId,
          record: `deposit ${depositId}`,
          path: 'reasons.deposit-review',
          held: 'applies',
          rebuilt: 'ended',
        },
        {
          businessId,
          record: `deposit ${unseen}`,
          path: 'reasons.deposit-blocked',
          held: 'nothing',
          rebuilt: 'applies',
        },
      ]),
    );
    await database().deposit.update({ where, data: { status: 'COMPLIANCE_REVIEW' } });
    await storeAllReasons(businessId);
    await openCases(systemContext('reviews'), AbortSignal.timeout(20_000));
    expect(await verify()).toEqual([]);
  });
});
