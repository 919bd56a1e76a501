import 'server-only';
import * as z from 'zod';
import type { QuerySource } from '#lib/database/query-source.ts';
import { poolQuerySource } from '#lib/database/query-source.ts';
import { Statement } from '#lib/database/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition, ScanStart } from '../cursor.ts';
import { afterPosition, highestId, lowestId, positionColumns, toPosition, upToPosition } from '../cursor.ts';
import type { ListDefinition, PreparedQuery, SortColumn } from '../definition.ts';
import { listCondition, readTableAlias, selectSort, withJoins } from '../definition.ts';
import { objectRowFetcher } from '../fetch-rows.ts';
import { shouldReadRelatedRecords } from '../search/search-condition.ts';
import { findEndByLabel, findLeadingLabel, readRowsByLabel } from './label-index.ts';
import { hasOrderedFilter, isMerged, listOrderedScans, splitQuery } from './split-conditions.ts';

/** Rows that one statement checks, about ten milliseconds. A filter may match one row in ten million. */
const defaultBatchRows = 3_500;
/** Rows per batch when each needs the lookup of a related record. */
const relatedBatchRows = 1_500;

function batchSize({ definition, query, maximumRows = Number.POSITIVE_INFINITY }: BatchScan): number {
  const { indexHints } = definition;
  const { matches, choices } = query;
  const listRows = indexHints?.batchRows ?? defaultBatchRows;
  const rows = hasOrderedFilter(definition, query) ? (indexHints?.filteredBatchRows ?? listRows) : listRows;
  const isRelated =
    indexHints?.relatedFilters?.some((name) => Object.hasOwn(choices, name)) ||
    (matches && shouldReadRelatedRecords(matches));
  return Math.min(maximumRows, isRelated ? Math.min(rows, relatedBatchRows) : rows);
}

/** The list and query that a batch reads. */
export type BatchScan = {
  readonly definition: ListDefinition;
  readonly businessId: BusinessId;
  readonly query: PreparedQuery;
  readonly source?: QuerySource;
  /** Upper limit below the default. */
  readonly maximumRows?: number;
};

export const buildOrder = (
  definition: ListDefinition,
  { column }: SortColumn,
  downwards: boolean,
): string => {
  const direction = downwards ? 'DESC' : 'ASC';
  return `ORDER BY ${column} ${direction}, ${definition.id} ${direction}`;
};

/** Builds the order of an index by time without IDs. */
const buildTimeOrder = ({ column }: SortColumn, downwards: boolean): string =>
  `ORDER BY ${column} ${downwards ? 'DESC' : 'ASC'}`;

/** Returns whether a scan uses an index by time that has no IDs. */
const isByTimeAlone = ({ definition, query }: BatchScan, { part }: ScanStart): boolean =>
  definition.hasTimesWithoutIds === true &&
  part === 'known' &&
  selectSort(definition, query).kind === 'time' &&
  findLeadingLabel(definition, query) === null &&
  !isMerged(definition, query);

/** Builds the condition for the rows of a scan, as far as the index in list order answers it. */
export function scanCondition(
  { definition, businessId, query }: BatchScan,
  statement: Statement,
  sort: SortColumn,
  { part, position, downwards }: ScanStart,
): string {
  return [
    listCondition(definition, statement, businessId, query),
    ...(sort.nullable ? [`${sort.column} IS ${part === 'known' ? 'NOT NULL' : 'NULL'}`] : []),
    ...(position ? [afterPosition(definition, statement, sort, position, downwards)] : []),
  ].join(' AND ');
}

/** Selects rows in list order by one index scan each, under the list's own alias. Their merge keeps the order. */
function readOrderedRows(
  scan: BatchScan,
  statement: Statement,
  from: ScanStart,
  {
    end,
    limit,
    isOrdered = true,
  }: { readonly end: CursorPosition | null; readonly limit: number; readonly isOrdered?: boolean },
): string {
  const { definition } = scan;
  const sort = selectSort(definition, scan.query);
  const alias = readTableAlias(definition);
  const order = `${isOrdered ? buildOrder(definition, sort, from.downwards) : buildTimeOrder(sort, from.downwards)} LIMIT ${limit}`;
  const scans = listOrderedScans(definition, scan.query).map((query) => {
    const conditions = [
      scanCondition({ ...scan, query }, statement, sort, from),
      ...(end === null ? [] : [upToPosition(definition, statement, sort, end, from.downwards)]),
    ].join(' AND ');
    return `(SELECT ${alias}.* FROM ${definition.from} WHERE ${conditions}
    ${order})`;
  });
  const all = scans.join(' UNION ALL ');
  return `${scans.length === 1 ? all : `(SELECT ${alias}.* FROM (${all}) ${alias} ${order})`} ${alias}`;
}

/**
 * Selects rows from a position on, under the list's own alias, up to a limit or the known end of a batch. New rows
 * are included, and removed ones leave no gap, because the next batch starts at that end.
 */
export function readBatchRows(
  scan: BatchScan,
  statement: Statement,
  from: ScanStart,
  upTo: { readonly limit: number } | { readonly end: CursorPosition | null },
): string {
  const { definition, businessId, query } = scan;
  const sort = selectSort(definition, query);
  const label = findLeadingLabel(definition, query);
  const end = 'end' in upTo ? upTo.end : null;
  if (label !== null)
    return withJoins(
      definition,
      readRowsByLabel(definition, label, statement, { businessId, from, sort, end }),
    );
  // A batch has up to twice its rows, because it has every row of its last time. Rows may arrive between two statements.
  const limit = 'limit' in upTo ? upTo.limit : 3 * batchSize(scan);
  // The rows of a whole batch are sorted after they are filtered.
  const isOrdered = 'limit' in upTo || !isByTimeAlone(scan, from);
  return withJoins(definition, readOrderedRows(scan, statement, from, { end, limit, isOrdered }));
}

/** Selects the last row of the next batch. */
function selectLastRow(scan: BatchScan, statement: Statement, from: ScanStart): string {
  const { definition, query } = scan;
  const sort = selectSort(definition, query);
  const columns = `SELECT ${positionColumns(definition, sort)} FROM`;
  const last = `${buildOrder(definition, sort, from.downwards)} OFFSET ${batchSize(scan) - 1} LIMIT 1`;
  if (isMerged(definition, query))
    return `${columns} ${readOrderedRows(scan, statement, from, { end: null, limit: batchSize(scan) })} ${last}`;
  const ordered = { ...scan, query: splitQuery(definition, query).inOrder };
  return `${columns} ${definition.from} WHERE ${scanCondition(ordered, statement, sort, from)}
      ${last}`;
}

const lastTime = z.tuple([z.object({ positionKey: z.string(), isDense: z.boolean() })]);

/**
 * Finds the time of the last row of the next batch, from an index by time that has no IDs. The batch then has every row of
 * that time. Returns null at the end of the list, and 'dense' where those rows are too many for one batch.
 */
async function findLastTime(scan: BatchScan, from: ScanStart): Promise<CursorPosition | 'dense' | null> {
  const { definition, query, source = poolQuerySource } = scan;
  const sort = selectSort(definition, query);
  const rows = batchSize(scan);
  const statement = new Statement();
  const ordered = { ...scan, query: splitQuery(definition, query).inOrder };
  const where = scanCondition(ordered, statement, sort, from);
  const found = await objectRowFetcher.run(
    source,
    `SELECT (extract(epoch from last.at) * 1000000)::bigint::text AS "positionKey",
        (SELECT count(*) FROM (SELECT FROM ${definition.from} WHERE ${where} AND ${sort.column} = last.at LIMIT ${rows + 1}) AS same) > ${rows} AS "isDense"
       FROM (SELECT ${sort.column} AS at FROM ${definition.from} WHERE ${where}
              ${buildTimeOrder(sort, from.downwards)} OFFSET ${rows - 1} LIMIT 1) AS last`,
    statement.values,
  );
  if (found.length === 0) return null;
  const [{ positionKey, isDense }] = lastTime.parse(found);
  return isDense ? 'dense' : { key: positionKey, id: from.downwards ? lowestId : highestId };
}

/** Finds the end of the next batch. Returns null at the end of the list. */
export async function findBatchEnd(scan: BatchScan, from: ScanStart): Promise<CursorPosition | null> {
  const { definition, businessId, query, source = poolQuerySource } = scan;
  const sort = selectSort(definition, query);
  const label = findLeadingLabel(definition, query);
  if (isByTimeAlone(scan, from)) {
    const end = await findLastTime(scan, from);
    if (end !== 'dense') return end;
  }
  const statement = new Statement();
  const rows = await objectRowFetcher.run(
    source,
    label !== null
      ? findEndByLabel(label, statement, { businessId, from, sort })
      : selectLastRow(scan, statement, from),
    statement.values,
  );
  return rows[0] === undefined ? null : toPosition(rows[0]);
}
