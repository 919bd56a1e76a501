import 'server-only';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Permission, Scope } from '#lib/access/index.ts';
import { auditList } from '#lib/audit/schema.ts';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import type { Column } from './column.ts';
import { auditColumns } from './columns/audit-columns.ts';
import { callbackColumns } from './columns/callback-columns.ts';
import { columnsByList, selectColumns } from './columns/columns-by-list.ts';
import { depositColumns, depositRiskColumns, refundExportColumns } from './columns/deposit-columns.ts';
import { exceptionColumns } from './columns/exception-columns.ts';
import { differenceColumns, paymentColumns } from './columns/payment-columns.ts';
import { queueColumns } from './columns/queue-columns.ts';
import { withdrawalColumns, withdrawalRiskColumns } from './columns/withdrawal-columns.ts';
import type { ExportReader, RequestedRows } from './queries.ts';
import {
  auditBatches,
  callbackBatches,
  caseBatches,
  depositBatches,
  exceptionBatches,
  paymentBatches,
  refundBatches,
  withdrawalBatches,
} from './queries.ts';
import type { ExportName } from './schema.ts';
import type { ZonedFormatter } from './zoned-formatter.ts';

export const exportedLists: Readonly<Record<ExportName, ListSpec>> = {
  payments: paymentList,
  deposits: depositList,
  refunds: refundList,
  withdrawals: withdrawalList,
  exceptions: exceptionList,
  callbacks: callbackList,
  reviews: queueList,
  audit: auditList,
};

/** What a role must allow for a list to be taken: whoever sees cases and the log of acts takes them, and nobody else. */
export const exportPermissions: Readonly<Record<ExportName, Permission>> = {
  payments: 'export',
  deposits: 'export',
  refunds: 'export',
  withdrawals: 'export',
  exceptions: 'export',
  callbacks: 'export',
  reviews: 'review.work',
  audit: 'audit.read',
};

export type Zone = { readonly name: string; readonly time: ZonedFormatter };

/** What a file of a list holds, cell by cell, as it will be written. The last column names the zone of the times. */
export type Table = {
  readonly names: readonly string[];
  readonly batches: AsyncGenerator<readonly (readonly string[])[]>;
};

/** The rows of one batch as cells. */
export const toCells = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], zone: Zone): string[][] =>
  rows.map((row) => {
    const cells = columns.map((column) => column.cell(row, zone.time));
    cells.push(zone.name);
    return cells;
  });

export const listColumnNames = <Row>(columns: readonly Column<Row>[]): readonly string[] => [
  ...columns.map((column) => column.name),
  'time_zone',
];

/** So many rows are written at once, some milliseconds; then whoever asks for a page has a turn. */
const atOnce = 200;

function tableOf<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncGenerator<readonly Row[]>,
  zone: Zone,
): Table {
  async function* written() {
    for await (const rows of batches)
      for (let from = 0; from < rows.length; from += atOnce) {
        yield toCells(columns, rows.slice(from, from + atOnce), zone);
        await othersTurn();
      }
  }
  return { names: listColumnNames(columns), batches: written() };
}

/**
 * Rows of a list as a table: every column, or those that were chosen (`status,expected`). Risk detail is in
 * it where the scope may see that, and nowhere else.
 */
export function listTable(
  list: ExportName,
  scope: Scope,
  taker: ExportReader,
  given: { readonly rows: RequestedRows; readonly columns: string | null },
  zone: Zone,
): Table {
  const { rows, columns } = given;
  const risk = scope.may('risk.read');
  const of = <Row>(all: readonly Column<Row>[], more: readonly Column<Row>[] = []) =>
    selectColumns(columnsByList[list], columns === null ? all : [...all, ...more], columns);
  switch (list) {
    case 'payments':
      return tableOf(of(paymentColumns, differenceColumns), paymentBatches(scope, rows), zone);
    case 'deposits':
      return tableOf(
        of([...depositColumns, ...(risk ? depositRiskColumns : [])]),
        depositBatches(scope, rows),
        zone,
      );
    case 'exceptions':
      return tableOf(of(exceptionColumns), exceptionBatches(scope, rows, taker), zone);
    case 'callbacks':
      return tableOf(of(callbackColumns), callbackBatches(scope, rows), zone);
    case 'reviews':
      return tableOf(of(queueColumns), caseBatches(scope, rows, taker), zone);
    case 'audit':
      return tableOf(of(auditColumns), auditBatches(scope, rows), zone);
    case 'refunds':
      return tableOf(of(refundExportColumns), refundBatches(scope, rows), zone);
    case 'withdrawals':
      return tableOf(
        of([...withdrawalColumns, ...(risk ? withdrawalRiskColumns : [])]),
        withdrawalBatches(scope, rows),
        zone,
      );
  }
}
