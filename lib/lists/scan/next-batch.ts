import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { CursorPosition, ScanStart } from '../cursor.ts';
import type { PreparedQuery } from '../definition.ts';
import { buildFilters } from '../definition.ts';
import type { BatchScan } from './batch-sql.ts';
import { findBatchEnd, readBatchRows } from './batch-sql.ts';
import { readRowsByDay, scanByDay } from './day-index.ts';
import { hasOrderedFilter } from './split-conditions.ts';

/** The rows that one statement checks. */
export type ScanBatch = {
  /** Selects the rows, under the list's own alias. */
  readonly rows: (statement: Statement) => string;
  /** Builds the filters that each row is checked for. */
  readonly filters: (statement: Statement) => string;
  /** Position of the last row; null at the end of the list. It is read first, so that no row is missed. */
  readonly end: CursorPosition | null;
};

function createBatch(
  scan: BatchScan,
  byRow: PreparedQuery | null,
  { rows, end }: Omit<ScanBatch, 'filters'>,
): ScanBatch {
  const filters = (statement: Statement) =>
    [
      'true',
      ...(byRow === null ? [] : buildFilters(scan.definition, statement, scan.businessId, byRow)),
    ].join(' AND ');
  return { rows, filters, end };
}

/** Reads every row up to the end in list order. */
const listBatch = (
  scan: BatchScan,
  byRow: PreparedQuery | null,
  from: ScanStart,
  end: CursorPosition | null,
): ScanBatch =>
  createBatch(scan, byRow, { rows: (statement) => readBatchRows(scan, statement, from, { end }), end });

const scanNextBatch = async (
  scan: BatchScan,
  byRow: PreparedQuery | null,
  from: ScanStart,
): Promise<ScanBatch> => listBatch(scan, byRow, from, await findBatchEnd(scan, from));

/** Returns whether a scan in list order ends further than the day index. */
function isFurther(
  end: CursorPosition | null,
  other: CursorPosition | null,
  { downwards }: ScanStart,
): boolean {
  if (other === null || other.key === null) return false;
  if (end === null || end.key === null) return true;
  return BigInt(end.key) !== BigInt(other.key) && BigInt(end.key) < BigInt(other.key) === downwards;
}

/**
 * Returns the next rows to check: search matches by day where day indexes exist, otherwise all rows in list order.
 *
 * Uses the one that reaches further when a filter has its own index or when all rows are needed (`far`). Either may
 * have few rows over very many days.
 */
export async function nextBatch(
  scan: BatchScan,
  byRow: PreparedQuery | null,
  from: ScanStart,
  reach: 'page' | 'far',
): Promise<ScanBatch> {
  const { definition, query } = scan;
  const matches = from.part === 'known' ? await scanByDay(scan, from) : null;
  if (matches === null || byRow === null) return scanNextBatch(scan, byRow, from);
  if (matches.kind === 'dense') return scanNextBatch(scan, byRow, matches.from);
  if ((hasOrderedFilter(definition, query) || reach === 'far') && matches.end !== null) {
    const end = await findBatchEnd(scan, from);
    if (isFurther(end, matches.end, from)) return listBatch(scan, byRow, from, end);
  }
  return createBatch(
    scan,
    { ...byRow, q: null },
    {
      rows: (statement) => readRowsByDay(scan, statement, from, matches),
      end: matches.end,
    },
  );
}
