import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { auditList } from '#lib/audit/schema.ts';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { reportList } from '#lib/reviews/reports/schema-list.ts';
import { depositRecord } from '#lib/service/contract/deposit.ts';
import { listDocumentedValues } from '#lib/service/contract/fields.ts';
import { paymentRecord } from '#lib/service/contract/payment.ts';
import { refundRecord } from '#lib/service/contract/refund.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

type Column = { readonly name: string; readonly kind: 'choice' | 'amount' | 'number' | 'days' };
type Inventory = {
  readonly model: string;
  /** The record that names the enumerations, and the names of its fields in the model. */
  readonly record?: object;
  readonly spec: ListSpec;
  /** Filters with another name than the column. */
  readonly as?: Readonly<Record<string, string>>;
  readonly leftOut: Readonly<Record<string, string>>;
  /** Decimal columns without a currency. */
  readonly numbers?: readonly string[];
  /** Selects the columns of this list, for a model that two lists show. */
  readonly includesColumn?: (column: string) => boolean;
};

const isRefundColumn = (column: string) => column.startsWith('refund');
const orderReason = 'the order of the list: the reported time, or else the first observation';

const lists: Readonly<Record<string, Inventory>> = {
  payments: {
    model: 'Payment',
    record: paymentRecord.shape,
    spec: paymentList,
    as: { coverage: 'derived' },
    leftOut: {
      sortAt: orderReason,
      nextReadAt: 'a plan of ours that moves automatically, and no fact of the payment',
    },
  },
  deposits: {
    model: 'Deposit',
    record: depositRecord.shape,
    spec: depositList,
    includesColumn: (column) => !isRefundColumn(column) || ['refundConfirmedAt'].includes(column),
    leftOut: {
      sortAt: orderReason,
      callbackDepositAmount:
        'depositAmount is of it where no record tells the amount, and amountFrom tells which',
      callbackDisplayAmount:
        'displayAmount is of it where no record tells the amount, and displayFrom tells which',
    },
  },
  refunds: {
    model: 'Deposit',
    record: Object.fromEntries(
      Object.entries(refundRecord.shape).map(([name, schema]) => [
        `refund${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        schema,
      ]),
    ),
    spec: refundList,
    includesColumn: isRefundColumn,
    as: {
      refundStatus: 'status',
      refundReason: 'reason',
      refundType: 'type',
      refundDepositCurrency: 'depositCurrency',
      refundNetwork: 'network',
      refundDisplayCurrency: 'displayCurrency',
      refundFirstSeenAt: 'firstSeenAt',
      refundConfirmedAt: 'confirmedAt',
    },
    leftOut: {},
  },
  withdrawals: {
    model: 'Withdrawal',
    record: withdrawalCallback.in.shape,
    spec: withdrawalList,
    as: { firstReceivedAt: 'receivedAt' },
    leftOut: {},
  },
  callbacks: {
    model: 'CallbackMessage',
    spec: callbackList,
    as: { firstReceivedAt: 'receivedAt' },
    leftOut: { expiredAt: 'the verdict finds the callbacks of expired records' },
  },
  reviews: {
    model: 'ReviewCase',
    spec: queueList,
    as: { subjectKind: 'subject', state: 'queue', riskScoreNumber: 'score' },
    numbers: ['riskScoreNumber'],
    leftOut: {
      mergedAt: 'a case that joined another does not stand in the queue by itself',
      riskWeight: 'the rank of a category, which has a filter of its own',
      readAt: 'a read of the payments is work on the case, and does not describe it',
      readFailedAt: 'a failed read of the payments does not describe the case',
    },
  },
  'case-reports': {
    model: 'ReviewReport',
    spec: reportList,
    as: { savedAt: 'recordedAt', filedAt: 'recordedAt' },
    leftOut: {},
  },
  audit: { model: 'AuditEntry', spec: auditList, as: { actorKind: 'actor' }, leftOut: {} },
  exceptions: {
    model: 'PaymentException',
    spec: exceptionList,
    as: { kind: 'state' },
    leftOut: {},
  },
};

const schema = readdirSync('prisma/schema')
  .map((file) => readFileSync(`prisma/schema/${file}`, 'utf8'))
  .join('\n');

const isEnumeration = (field: unknown): boolean =>
  field instanceof z.ZodType && listDocumentedValues(field) !== null;

/** Returns the enumerations, amounts and times of a model from its schema. */
function listColumns({
  model,
  record = {},
  numbers = [],
  includesColumn = () => true,
}: Inventory): readonly Column[] {
  const [, body = ''] = new RegExp(`^model ${model} \\{\\n([^]*?)^\\}`, 'm').exec(schema) ?? [];
  const lines = body.split('\n').map((line) => line.trim());
  return lines.flatMap((line, at): Column[] => {
    const [, name = '', type = ''] = /^(\w+)\s+(String|Decimal|DateTime)\b/.exec(line) ?? [];
    if (name === '' || !includesColumn(name)) return [];
    if (type === 'Decimal') return [{ name, kind: numbers.includes(name) ? 'number' : 'amount' }];
    if (type === 'DateTime') return [{ name, kind: 'days' }];
    const isNamed = /^\/\/\/ [a-z-]+ \| [a-z-]+( |$)/.test(lines[at - 1] ?? '');
    return isNamed || isEnumeration(Reflect.get(record, name)) ? [{ name, kind: 'choice' }] : [];
  });
}

test.each(Object.keys(lists))('every enumeration, amount and time of %s has a filter', (list) => {
  const inventory = lists[list];
  if (inventory === undefined) throw new Error('there is no such list');
  const { spec, as = {}, leftOut } = inventory;
  const columns = listColumns(inventory);
  expect(columns.length).toBeGreaterThan(1);
  const missing = columns.filter(
    ({ name, kind }) => !Object.hasOwn(leftOut, name) && spec.filters[as[name] ?? name]?.kind !== kind,
  );
  expect(missing).toEqual([]);
  const names = columns.map(({ name }) => name);
  expect([...Object.keys(leftOut), ...Object.keys(as)].filter((name) => !names.includes(name))).toEqual([]);
});

test('gives each filter of a list a name of its own', () => {
  const specs = [auditList, callbackList, depositList, exceptionList, paymentList, queueList, refundList];
  for (const { name, filters } of [...specs, reportList, withdrawalList]) {
    const labels = Object.values(filters).map(({ label }) => label);
    expect([name, ...labels.filter((label, at) => labels.indexOf(label) !== at)]).toEqual([name]);
  }
});
