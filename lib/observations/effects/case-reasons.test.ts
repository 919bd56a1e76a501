import { expect, test } from 'vitest';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { emptyRegisters } from '../model/registers.ts';
import type { StoredDeposit, StoredWithdrawal } from '../model/row-read.ts';
import { listReasonSteps } from './case-reasons.ts';

const businessId = brand<BusinessId>('b');
type Values = Readonly<Record<string, string>>;

const deposit = (values: Values, risk: { assessment?: unknown; riskScore?: string } = {}): StoredDeposit => ({
  state: {
    depositId: brand<DepositId>('d'),
    registers: { ...emptyRegisters, values },
    risk: {
      ...emptyRegisters,
      values: {
        ...(risk.riskScore === undefined ? {} : { riskScore: risk.riskScore }),
        ...(risk.assessment === undefined ? {} : { assessment: JSON.stringify(risk.assessment) }),
      },
    },
    recordSeen: true,
    firstObservedAt: 0,
    refundFirstSeenAt: null,
  },
  paymentId: brand<PaymentId>('p'),
  changedAt: 0,
  riskChangedAt: null,
  versions: 1,
});
const withdrawal = (status: string): StoredWithdrawal => ({
  state: {
    withdrawalId: brand<WithdrawalId>('w'),
    registers: { ...emptyRegisters, values: { status } },
    risk: emptyRegisters,
    firstReceivedAt: 0,
  },
  changedAt: 0,
  riskChangedAt: null,
  versions: 1,
});
const list = (before: StoredDeposit | null, after: StoredDeposit | null) =>
  listReasonSteps({ kind: 'deposit', businessId, before, after }).map(
    (step) => `${step.ended ? (step.isCertain ? 'end' : 'may end') : 'begin'} ${step.kind}`,
  );

test('begins each reason that a new record states', () => {
  expect(list(null, deposit({ status: 'COMPLIANCE_REVIEW', refundReason: 'RESTRICTED_CURRENCY' }))).toEqual([
    'begin deposit-review',
    'begin refund-restricted',
  ]);
  expect(list(null, deposit({ status: 'CONFIRMED', refundReason: 'OVERPAYMENT' }))).toEqual([]);
  expect(
    listReasonSteps({ kind: 'withdrawal', businessId, before: null, after: withdrawal('BLOCKED') }),
  ).toEqual([{ kind: 'withdrawal-blocked', ended: false, detail: null }]);
});

test('a missing, empty or malformed assessment names no entity', () => {
  for (const assessment of [null, {}, [], 'x', 7, { sourceRiskEntities: [] }, { sourceRiskEntities: 'many' }])
    expect(list(null, deposit({}, { assessment }))).toEqual([]);
  expect(
    list(null, deposit({}, { assessment: { destinationRiskEntities: [null, { name: 7, category: [] }] } })),
  ).toEqual(['begin risk-entity']);
});

test('ends a reason only where the record states another value', () => {
  const held = deposit({ status: 'COMPLIANCE_REVIEW' });
  expect(list(held, deposit({ status: 'BLOCKED' }))).toEqual(['end deposit-review', 'begin deposit-blocked']);
  expect(list(held, deposit({}))).toEqual([]);
  expect(list(held, null)).toEqual([]);
  expect(list(deposit({}), deposit({ status: 'CONFIRMED' }))).toEqual([
    'may end deposit-review',
    'may end deposit-blocked',
  ]);
});

test('ends entities only by a complete assessment, and begins others of the same category', () => {
  const named = (...names: string[]) => ({
    sourceRiskEntities: names.map((name) => ({ name, category: 'MIXER' })),
    destinationRiskEntities: [],
  });
  const assessed = (assessment: unknown) => deposit({}, { assessment });
  expect(list(assessed(named('A')), assessed({ addressOwner: null }))).toEqual([]);
  expect(list(assessed(named('A')), assessed(named()))).toEqual(['end risk-entity']);
  expect(list(assessed(named('A')), assessed(named('A')))).toEqual([]);
  expect(list(assessed(named('A')), assessed(named('B')))).toEqual(['begin risk-entity']);
});

test('reports each other score, which the desk compares with its threshold', () => {
  expect(list(deposit({}, { riskScore: '8' }), deposit({}, { riskScore: '3' }))).toEqual([
    'begin risk-score',
  ]);
  expect(list(deposit({}, { riskScore: '8' }), deposit({}, { riskScore: '8' }))).toEqual([]);
});
