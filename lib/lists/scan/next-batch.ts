import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { CursorPosition, From } from '../cursor.ts';
import type { TimedQuery } from '../definition.ts';
import { buildFilters } from '../definition.ts';
import type { BatchScan } from './batch-sql.ts';
import { findBatchEnd, readBatchRows } from './batch-sql.ts';
import { canScanByDay, readRowsByDay } from './day-index.ts';
import { isGuided } from './split-conditions.ts';

/** So many rows of a list, from a place on, that one statement looks at. */
export type ScanBatch = {
  /** They, under the list's own alias. */
  readonly rows: (statement: Statement) => string;
  /** What each of them has to be looked at for. */
  readonly filters: (statement: Statement) => string;
  /** The last of them; null where the list ends there. It is known before they are read, so that none is missed. */
  readonly end: CursorPosition | null;
};

function strideOf(
  walk: BatchScan,
  byRow: TimedQuery | null,
  { rows, end }: Omit<ScanBatch, 'filters'>,
): ScanBatch {
  const filters = (statement: Statement) =>
    ['true', ...(byRow === null ? [] : buildFilters(walk.keyset, statement, walk.businessId, byRow))].join(
      ' AND ',
    );
  return { rows, filters, end };
}

/** Every row of the list as far as that, so that the index in its order can leave none out. */
const asFarAs = (
  walk: BatchScan,
  byRow: TimedQuery | null,
  from: From,
  end: CursorPosition | null,
): ScanBatch =>
  strideOf(walk, byRow, { rows: (statement) => readBatchRows(walk, statement, from, { end }), end });

const walked = async (walk: BatchScan, byRow: TimedQuery | null, from: From): Promise<ScanBatch> =>
  asFarAs(walk, byRow, from, await findBatchEnd(walk, from));

/** Whether a walk comes further than this within one statement. */
function isFurther(end: CursorPosition | null, than: CursorPosition | null, { downwards }: From): boolean {
  if (than === null || than.key === null) return false;
  if (end === null || end.key === null) return true;
  return BigInt(end.key) !== BigInt(than.key) && BigInt(end.key) < BigInt(than.key) === downwards;
}

/**
 * The next rows to look at: those of a search that indexes lead to day by day, where there are; else all of them in
 * list order. Whichever comes further where a filter has an index in that order, for there may be few rows of it for
 * very many days of the search, or the other way round; and where not a page of them is wanted, but all (`far`).
 */
export async function nextBatch(
  walk: BatchScan,
  byRow: TimedQuery | null,
  from: From,
  reach: 'page' | 'far',
): Promise<ScanBatch> {
  const { keyset, query } = walk;
  const led = from.part === 'known' ? await canScanByDay(walk, from) : null;
  if (led === null || byRow === null) return walked(walk, byRow, from);
  if (led.kind === 'dense') return walked(walk, byRow, led.from);
  if ((isGuided(keyset, query) || reach === 'far') && led.end !== null) {
    const end = await findBatchEnd(walk, from);
    if (isFurther(end, led.end, from)) return asFarAs(walk, byRow, from, end);
  }
  return strideOf(
    walk,
    { ...byRow, q: null },
    {
      rows: (statement) => readRowsByDay(walk, statement, from, led),
      end: led.end,
    },
  );
}
