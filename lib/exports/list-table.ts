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
import { reportList } from '#lib/reviews/reports/schema-list.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import type { Column } from './column.ts';
import { auditColumns } from './columns/audit-columns.ts';
import { callbackColumns } from './columns/callback-columns.ts';
import { columnsByList, selectColumns, selectWorkbookColumns } from './columns/columns-by-list.ts';
import { depositColumns, depositRiskColumns, refundExportColumns } from './columns/deposit-columns.ts';
import { exceptionColumns, optionalExceptionColumns } from './columns/exception-columns.ts';
import {
  differenceColumns,
  paymentColumns,
  paymentExceptionColumns,
  settledSumColumns,
} from './columns/payment-columns.ts';
import { queueColumns } from './columns/queue-columns.ts';
import { reportColumns } from './columns/report-columns.ts';
import type { SheetColumn } from './columns/sheet-columns.ts';
import { listHeadings, toSheetColumns } from './columns/sheet-columns.ts';
import { withdrawalColumns, withdrawalRiskColumns } from './columns/withdrawal-columns.ts';
import type { ExportRequester, RequestedRows } from './queries.ts';
import {
  readAuditBatches,
  readCallbackBatches,
  readCaseBatches,
  readDepositBatches,
  readExceptionBatches,
  readPaymentBatches,
  readRefundBatches,
  readReportBatches,
  readWithdrawalBatches,
} from './queries.ts';
import type { ExportName } from './schema.ts';
import type { ZonedTime } from './zoned-time.ts';

export const exportedLists: Readonly<Record<ExportName, ListSpec>> = {
  payments: paymentList,
  deposits: depositList,
  refunds: refundList,
  withdrawals: withdrawalList,
  exceptions: exceptionList,
  callbacks: callbackList,
  reviews: queueList,
  'case-reports': reportList,
  audit: auditList,
};

/** The permission that each export needs. The review queue and the audit log need the permission to read them. */
export const exportPermissions: Readonly<Record<ExportName, Permission>> = {
  payments: 'export',
  deposits: 'export',
  refunds: 'export',
  withdrawals: 'export',
  exceptions: 'export',
  callbacks: 'export',
  reviews: 'review.work',
  'case-reports': 'review.work',
  audit: 'audit.read',
};

/** The permission to read the risk detail of each export. */
export const findRiskPermission = (list: ExportName): Permission =>
  list === 'audit' ? 'audit.risk' : 'risk.read';

export type ExportZone = { readonly name: string; readonly time: ZonedTime };

/** The cells of a file. The last column is the time zone of the times. */
export type ExportTable = {
  readonly names: readonly string[];
  /** The same columns as a workbook shows them. */
  readonly sheet: readonly SheetColumn[];
  readonly batches: AsyncGenerator<readonly (readonly string[])[]>;
};

/** Converts the rows of one batch to cells. */
export const toCells = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  zone: ExportZone,
): string[][] =>
  rows.map((row) => {
    const cells = columns.map((column) => column.cell(row, zone.time));
    cells.push(zone.name);
    return cells;
  });

export const listColumnNames = <Row>(columns: readonly Column<Row>[]): readonly string[] => [
  ...columns.map((column) => column.name),
  'time_zone',
];

/** Rows that are written at once, in a few milliseconds. Other requests run between them. */
const rowsPerTurn = 200;

function createTable<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncGenerator<readonly Row[]>,
  zone: ExportZone,
  headings: ReadonlyMap<string, string> | null,
): ExportTable {
  async function* formatRows() {
    for await (const rows of batches)
      for (let from = 0; from < rows.length; from += rowsPerTurn) {
        yield toCells(columns, rows.slice(from, from + rowsPerTurn), zone);
        await othersTurn();
      }
  }
  const names = listColumnNames(columns);
  return { names, sheet: toSheetColumns(names, columns, headings), batches: formatRows() };
}

/**
 * Reads the rows of a list as a table with all columns, or with the selected ones (`status,expected`). Includes risk
 * detail only if the scope may read it.
 */
export function readListTable(
  list: ExportName,
  scope: Scope,
  requester: ExportRequester,
  request: {
    readonly rows: RequestedRows;
    readonly columns: string | null;
    /** For a workbook: selected columns have no source, and the headings of the list. */
    readonly asSheet?: boolean;
  },
  zone: ExportZone,
): ExportTable {
  const { rows, columns, asSheet = false } = request;
  const risk = scope.may(findRiskPermission(list));
  // Programs read a CSV file with all fields, so its columns stay the same.
  const isFixed = columns === null && !asSheet;
  const select = <Row>(all: readonly Column<Row>[], more: readonly Column<Row>[] = []) => {
    const available = isFixed ? all : [...all, ...more];
    return asSheet && columns !== null
      ? selectWorkbookColumns(columnsByList[list], available, columns)
      : selectColumns(columnsByList[list], available, columns);
  };
  const headings = asSheet && columns !== null ? listHeadings(list) : null;
  switch (list) {
    case 'payments': {
      const selected = select(paymentColumns, [
        ...differenceColumns,
        ...settledSumColumns,
        ...paymentExceptionColumns,
      ]);
      // The deposits of each payment are read only for files that show their sums.
      const withSums = selected.some((column) => settledSumColumns.includes(column));
      return createTable(selected, readPaymentBatches(scope, rows, withSums), zone, headings);
    }
    case 'deposits':
      return createTable(
        select([...depositColumns, ...(risk ? depositRiskColumns : [])]),
        readDepositBatches(scope, rows),
        zone,
        headings,
      );
    case 'exceptions':
      return createTable(
        select(exceptionColumns, optionalExceptionColumns),
        readExceptionBatches(scope, rows, requester),
        zone,
        headings,
      );
    case 'callbacks':
      return createTable(select(callbackColumns), readCallbackBatches(scope, rows), zone, headings);
    case 'reviews':
      return createTable(select(queueColumns), readCaseBatches(scope, rows, requester), zone, headings);
    case 'case-reports':
      return createTable(select(reportColumns), readReportBatches(scope, rows, requester), zone, headings);
    case 'audit':
      return createTable(select(auditColumns), readAuditBatches(scope, rows), zone, headings);
    case 'refunds':
      return createTable(select(refundExportColumns), readRefundBatches(scope, rows), zone, headings);
    case 'withdrawals':
      return createTable(
        select([...withdrawalColumns, ...(risk ? withdrawalRiskColumns : [])]),
        readWithdrawalBatches(scope, rows),
        zone,
        headings,
      );
  }
}
