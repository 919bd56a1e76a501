import 'server-only';
import { tDeposits } from '#lib/messages/deposits.ts';
import { tExceptions } from '#lib/messages/exceptions.ts';
import { tExports } from '#lib/messages/exports.ts';
import { tPayments } from '#lib/messages/payments.ts';
import { tRefunds } from '#lib/messages/refunds.ts';
import { tWithdrawals } from '#lib/messages/withdrawals.ts';
import { depositFields, refundFields } from '#lib/records/model/deposit.ts';
import type { FieldTable } from '#lib/records/model/field.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
import type { CellKind, Column } from '../column.ts';
import type { ExportName } from '../schema.ts';
import { columnsByList, roundedSuffix } from './columns-by-list.ts';

/** A column of a workbook. */
export type SheetColumn = { readonly heading: string; readonly name: string; readonly kind: CellKind | null };

const listFieldLabels = (fields: FieldTable): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, { label }]) => (label === undefined ? [] : [[field, label]])),
  );

/** Labels of list columns, as the list shows them. Other lists use the names of the file columns. */
const labels: Readonly<Partial<Record<ExportName, Readonly<Record<string, string>>>>> = {
  payments: {
    ...listFieldLabels(paymentFields),
    status: tPayments('columns.status'),
    expected: tPayments('columns.expected'),
    actual: tPayments('columns.actual'),
    difference: tPayments('columns.difference'),
    serviceFee: tPayments('columns.serviceFee'),
    netCredited: tPayments('columns.netCredited'),
    coin: tPayments('columns.coin'),
    deposits: tPayments('columns.deposits'),
    exception: tPayments('columns.exception'),
    type: tPayments('columns.type'),
    expires: tPayments('columns.expires'),
    requested: tPayments('columns.requested'),
    changed: tPayments('columns.changed'),
    initiated: tPayments('columns.initiated'),
  },
  deposits: {
    ...listFieldLabels(depositFields),
    status: tDeposits('columns.status'),
    payment: tDeposits('columns.payment'),
    depositAmount: tDeposits('columns.deposited'),
    displayAmount: tDeposits('columns.display'),
    serviceFee: tDeposits('columns.serviceFee'),
    refund: tDeposits('columns.refund'),
    changed: tDeposits('columns.changed'),
    received: tDeposits('columns.received'),
  },
  refunds: {
    ...listFieldLabels(refundFields),
    status: tRefunds('columns.status'),
    reason: tRefunds('columns.reason'),
    type: tRefunds('columns.type'),
    payment: tRefunds('columns.payment'),
    amount: tRefunds('columns.amount'),
    fee: tRefunds('columns.fee'),
    displayAmount: tRefunds('columns.display'),
    displayFee: tRefunds('columns.displayFee'),
    network: tRefunds('columns.network'),
    transactionId: tRefunds('columns.transaction'),
    confirmedAt: tRefunds('columns.confirmedAt'),
    firstSeen: tRefunds('columns.firstSeen'),
  },
  withdrawals: {
    ...listFieldLabels(withdrawalFields),
    coin: tWithdrawals('columns.coin'),
    expected: tWithdrawals('columns.expected'),
    actual: tWithdrawals('columns.actual'),
    estimated: tWithdrawals('columns.estimated'),
    withdrawn: tWithdrawals('columns.withdrawn'),
    fee: tWithdrawals('columns.fee'),
    deducted: tWithdrawals('columns.deducted'),
    address: tWithdrawals('columns.to'),
    changed: tWithdrawals('columns.changed'),
    received: tWithdrawals('columns.received'),
  },
  exceptions: {
    what: tExceptions('columns.reason'),
    expected: tExceptions('columns.expected'),
    actual: tExceptions('columns.actual'),
    difference: tExceptions('columns.difference'),
    owner: tExceptions('columns.assignee'),
    note: tExceptions('columns.note'),
    at: tExceptions('columns.initiated'),
  },
};

/** Words that keep their capitals in a heading. */
const capitals: ReadonlyMap<string, string> = new Map([
  ['id', 'ID'],
  ['eur', 'EUR'],
  ['sha256', 'SHA-256'],
]);

/** Converts `client_payment_id` to "Client payment ID". */
function toHeading(name: string): string {
  const words = name
    .split('_')
    .map((word) => capitals.get(word) ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const currencySuffix = '_currency';

/** Returns the heading of each file column: the list column's label, with the field where it has several. */
export function listHeadings(list: ExportName): ReadonlyMap<string, string> {
  const of: Readonly<Record<string, readonly string[]>> = columnsByList[list].of;
  const headings = new Map<string, string>();
  const all = new Set(Object.values(of).flat());
  const isCurrency = (name: string): boolean =>
    name.endsWith(currencySuffix) && all.has(name.slice(0, -currencySuffix.length));
  for (const [id, names] of Object.entries(of)) {
    const label = labels[list]?.[id];
    if (label === undefined) continue;
    const values = names.filter((name) => !isCurrency(name));
    for (const name of values) {
      const isOnly = values.length === 1;
      headings.set(name, isOnly ? label : `${label} (${toHeading(name).toLowerCase()})`);
    }
  }
  for (const names of Object.values(of))
    for (const name of names.filter(isCurrency)) {
      const amount = name.slice(0, -currencySuffix.length);
      headings.set(name, `${headings.get(amount) ?? toHeading(amount)}, currency`);
    }
  return headings;
}

/** Returns the heading of a column. A rounded amount has the heading of the exact one. */
function findHeading(headings: ReadonlyMap<string, string>, name: string): string {
  const find = (exact: string) => headings.get(exact) ?? toHeading(exact);
  return name.endsWith(roundedSuffix)
    ? tExports('roundedHeading', { heading: find(name.slice(0, -roundedSuffix.length)) })
    : find(name);
}

/** Returns the columns of a workbook. Where `headings` is null, they are named as in a CSV file. */
export const toSheetColumns = <Row>(
  names: readonly string[],
  columns: readonly Column<Row>[],
  headings: ReadonlyMap<string, string> | null,
): readonly SheetColumn[] =>
  names.map((name, at) => ({
    heading: headings === null ? name : findHeading(headings, name),
    name,
    kind: columns[at]?.kind ?? null,
  }));
