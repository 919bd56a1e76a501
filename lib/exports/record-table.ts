import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { findMinimums } from '#lib/minimums/index.ts';
import { readSignedPeriods } from '#lib/statements/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toSnakeCase } from '#lib/values/record-fields.ts';
import type { CellKind, Column } from './column.ts';
import { depositColumns, depositRiskColumns, refundExportColumns } from './columns/deposit-columns.ts';
import { exceptionColumns, optionalExceptionColumns } from './columns/exception-columns.ts';
import { minimumColumns } from './columns/minimum-columns.ts';
import { paymentColumns } from './columns/payment-columns.ts';
import { statementColumns, toStatementRows } from './columns/statement-columns.ts';
import { withdrawalColumns, withdrawalRiskColumns } from './columns/withdrawal-columns.ts';
import { listColumnNames, toCells } from './list-table.ts';
import {
  readDepositBatches,
  readExceptionBatches,
  readPaymentBatches,
  readRefundBatches,
  readWithdrawalBatches,
} from './queries.ts';
import type { StoredRow } from './stored-row.ts';
import { createZonedTime } from './zoned-time.ts';

/** All records of a kind as text with exact digits, and times in UTC. */
export type RecordTable = {
  readonly columns: readonly { readonly name: string; readonly kind: CellKind | null }[];
  readonly batches: AsyncGenerator<readonly (readonly string[])[]>;
};

const zone = { name: 'UTC', time: createZonedTime('UTC') };

function createTable<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncGenerator<readonly Row[]>,
): RecordTable {
  // Programs load the table, so no text has an apostrophe before a formula.
  const exact = columns.map((column) => ({ ...column, cell: column.exact ?? column.cell }));
  async function* formatRows() {
    for await (const rows of batches) yield toCells(exact, rows, zone);
  }
  const kinds = new Map(columns.map(({ name, kind = null }) => [name, kind]));
  return {
    columns: listColumnNames(columns).map((name) => ({ name, kind: kinds.get(name) ?? null })),
    batches: formatRows(),
  };
}

const idColumn = (field: 'depositId' | 'withdrawalId'): Column<StoredRow> => ({
  name: toSnakeCase(field),
  cell: (row) => row.text(field) ?? '',
});

const exceptionChange: Column<ExceptionRow> = {
  name: 'changed_at',
  kind: 'time',
  cell: (row, time) => time(row.changedAt),
};

async function* readMinimumBatches(businessId: BusinessId) {
  const { readAt = null, minimums = [] } = (await findMinimums(businessId)) ?? {};
  yield minimums.map((minimum) => ({ ...minimum, readAt }));
}

async function* readStatementBatches(businessId: BusinessId) {
  for await (const signed of readSignedPeriods(businessId)) yield toStatementRows(signed);
}

/** Leaves out the rows of which the service has reported no risk detail. */
async function* onlyAssessed<Row extends { readonly risk: unknown }>(
  batches: AsyncGenerator<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) yield rows.filter(({ risk }) => risk !== null);
}

/** The tables of all records. The last two are risk detail: the caller checks the permission of a person for them. */
type RecordTableName =
  | 'payments'
  | 'deposits'
  | 'refunds'
  | 'withdrawals'
  | 'exceptions'
  | 'minimums'
  | 'statements'
  | 'deposit-risk'
  | 'withdrawal-risk';

/**
 * Reads all records of a kind as the CSV file of the list has them, but without the apostrophe before text that looks
 * like a formula. Only the tables of risk have risk detail. For background work, never for a person.
 */
export function readRecordTable(list: RecordTableName, businessId: BusinessId): RecordTable {
  const scope: Pick<Scope, 'businessId' | 'may'> = { businessId, may: () => false };
  const withRisk: typeof scope = { businessId, may: (permission) => permission === 'risk.read' };
  const rows = { query: wholeList };
  switch (list) {
    case 'payments':
      return createTable(paymentColumns, readPaymentBatches(scope, rows, false));
    case 'deposits':
      return createTable(depositColumns, readDepositBatches(scope, rows));
    case 'refunds':
      return createTable(refundExportColumns, readRefundBatches(scope, rows));
    case 'withdrawals':
      return createTable(withdrawalColumns, readWithdrawalBatches(scope, rows));
    case 'exceptions': {
      const query = { ...wholeList, choices: { work: ['open', 'resolved'] } };
      return createTable(
        [...exceptionColumns, ...optionalExceptionColumns, exceptionChange],
        readExceptionBatches(scope, { query }, { me: null }),
      );
    }
    case 'minimums':
      return createTable(minimumColumns, readMinimumBatches(businessId));
    case 'statements':
      return createTable(statementColumns, readStatementBatches(businessId));
    case 'deposit-risk':
      return createTable(
        [idColumn('depositId'), ...depositRiskColumns],
        onlyAssessed(readDepositBatches(withRisk, rows)),
      );
    case 'withdrawal-risk':
      return createTable(
        [idColumn('withdrawalId'), ...withdrawalRiskColumns],
        onlyAssessed(readWithdrawalBatches(withRisk, rows)),
      );
  }
}
