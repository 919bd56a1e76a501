import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CellKind, Column } from './column.ts';
import { depositColumns, refundExportColumns } from './columns/deposit-columns.ts';
import { paymentColumns } from './columns/payment-columns.ts';
import { withdrawalColumns } from './columns/withdrawal-columns.ts';
import { listColumnNames, toCells } from './list-table.ts';
import {
  readDepositBatches,
  readPaymentBatches,
  readRefundBatches,
  readWithdrawalBatches,
} from './queries.ts';
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

/**
 * Reads all records of a kind, without risk detail, as the CSV file of the list has them, but without the
 * apostrophe before text that looks like a formula. For background work, never for a person.
 */
export function readRecordTable(
  list: 'payments' | 'deposits' | 'refunds' | 'withdrawals',
  businessId: BusinessId,
): RecordTable {
  const scope: Pick<Scope, 'businessId' | 'may'> = { businessId, may: () => false };
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
  }
}
