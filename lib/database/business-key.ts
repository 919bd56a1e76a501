import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Statement } from './statement.ts';

/**
 * The large tables whose indexes begin with `business_key`, the last four bytes of the business ID, instead of all 16. A
 * constraint ties the key of each row to its business. A unique index keeps two businesses from having the same key. So a
 * condition on the key alone limits rows to their business.
 */
const keyedTables: ReadonlySet<string> = new Set(['payment', 'deposit']);

/** Returns the key of a business. SQL: `business_key`. */
export const toBusinessKey = (businessId: BusinessId): number =>
  Number.parseInt(businessId.slice(-8), 16) | 0;

/**
 * Returns the condition that a row is of the business `$1`, for an index of its table. `alias` is the name of the table in
 * the statement.
 */
export const isOfBusinessSql = (table: string, alias = table): string =>
  keyedTables.has(table)
    ? `${alias}.business_key = business_key($1::uuid)`
    : `${alias}.business_id = $1::uuid`;

/** Returns the condition that a payment or deposit is of this business. The planner needn't look into the function. */
export const bindBusinessKey = (alias: string, statement: Statement, businessId: BusinessId): string =>
  `${alias}.business_key = ${statement.bind(toBusinessKey(businessId))}::int`;

/**
 * Returns the condition that a row is of this business, for an index of its table. An index that begins with the ID of the
 * record (`isUuid`) has the whole ID of the business.
 */
export const bindBusiness = (
  table: string,
  statement: Statement,
  businessId: BusinessId,
  { isUuid = false }: { readonly isUuid?: boolean | undefined } = {},
): string =>
  keyedTables.has(table) && !isUuid
    ? bindBusinessKey(table, statement, businessId)
    : `${table}.business_id = ${statement.bind(businessId)}::uuid`;
