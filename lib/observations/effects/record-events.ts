import 'server-only';
import type { RecordEvent } from '#lib/events/index.ts';
import type { DepositChange, PaymentChange, RecordChange, WithdrawalChange } from '../model/record-change.ts';
import type { FieldValue, FieldValues } from '../model/registers.ts';

/**
 * The facts that leave the product. A status of a review (COMPLIANCE_REVIEW, BLOCKED, UNPROCESSABLE) is none, and neither is a
 * refund for a reason of compliance. A record states each fact once, so that nothing shows that it left a status and came back.
 */
const paymentFacts = new Map<FieldValue | undefined, RecordEvent['type']>([
  ['DEPOSITED', 'payment.deposited'],
  ['OVERPAID', 'payment.overpaid'],
  ['EXPIRED', 'payment.expired'],
]);
const withdrawalFacts = new Map<FieldValue | undefined, RecordEvent['type']>([
  ['COMPLETED', 'withdrawal.completed'],
  ['FAILED', 'withdrawal.failed'],
]);
const refundReasons: readonly (FieldValue | undefined)[] = [
  'OVERPAYMENT',
  'CURRENCY_MISMATCH',
  'FOLLOW_UP_DEPOSIT',
];

const select = (values: FieldValues, fields: readonly string[]): RecordEvent['data'] =>
  Object.fromEntries(
    fields.map((field) => [field, values[field] === undefined ? null : String(values[field])]),
  );

const paymentFields = [
  'displayCurrency',
  'expectedDisplayAmount',
  'depositCurrency',
  'expectedDepositAmount',
];
const paidFields = ['actualDisplayAmount', 'actualDepositAmount'];
const depositFields = ['depositCurrency', 'depositAmount', 'settlementCurrency', 'settlementPayableAmount'];
const refundFields = ['refundType', 'refundDepositCurrency', 'refundAmount'];
const withdrawalFields = [
  'withdrawCurrency',
  'actualWithdrawAmount',
  'settlementCurrency',
  'deductedSettlementAmount',
];

function listPaymentEvents({ businessId, before, after }: PaymentChange): readonly RecordEvent[] {
  if (after === null) return [];
  const { paymentId, registers, firstObservedAt: firstSeenAt } = after.state;
  const { values } = registers;
  const about = { businessId, recordId: paymentId, at: after.operation.changedAt, firstSeenAt };
  const fact = paymentFacts.get(values['status']);
  return [
    ...(before === null
      ? [
          {
            ...about,
            type: 'payment.created' as const,
            data: { paymentId, ...select(values, paymentFields) },
          },
        ]
      : []),
    ...(fact !== undefined && before?.state.registers.values['status'] !== values['status']
      ? [{ ...about, type: fact, data: { paymentId, ...select(values, [...paymentFields, ...paidFields]) } }]
      : []),
  ];
}

const isConfirmed = (values: FieldValues | undefined): boolean => values?.['status'] === 'CONFIRMED';
const isRefunded = (values: FieldValues | undefined): boolean =>
  values?.['refundStatus'] === 'CONFIRMED' && refundReasons.includes(values['refundReason']);

function listDepositEvents({ businessId, before, after }: DepositChange): readonly RecordEvent[] {
  if (after === null) return [];
  const { depositId, registers, firstObservedAt: firstSeenAt } = after.state;
  const about = { businessId, recordId: depositId, at: after.changedAt, firstSeenAt };
  const ids = { depositId, paymentId: after.paymentId };
  const [past, { values }] = [before?.state.registers.values, registers];
  return [
    ...(isConfirmed(values) && !isConfirmed(past)
      ? [{ ...about, type: 'deposit.confirmed' as const, data: { ...ids, ...select(values, depositFields) } }]
      : []),
    ...(isRefunded(values) && !isRefunded(past)
      ? [{ ...about, type: 'refund.confirmed' as const, data: { ...ids, ...select(values, refundFields) } }]
      : []),
  ];
}

function listWithdrawalEvents({ businessId, before, after }: WithdrawalChange): readonly RecordEvent[] {
  if (after === null) return [];
  const { withdrawalId, registers, firstReceivedAt: firstSeenAt } = after.state;
  const { values } = registers;
  const type = withdrawalFacts.get(values['status']);
  if (type === undefined || before?.state.registers.values['status'] === values['status']) return [];
  const data = { withdrawalId, ...select(values, withdrawalFields) };
  return [{ businessId, recordId: withdrawalId, at: after.changedAt, firstSeenAt, type, data }];
}

function listEvents(change: RecordChange): readonly RecordEvent[] {
  switch (change.kind) {
    case 'payment':
      return listPaymentEvents(change);
    case 'deposit':
      return listDepositEvents(change);
    case 'withdrawal':
      return listWithdrawalEvents(change);
  }
}

/** Returns the events of changes, in their order. */
export const listRecordEvents = (changes: readonly RecordChange[]): readonly RecordEvent[] =>
  changes.flatMap(listEvents);
