import 'server-only';
import type { SortColumn } from '#lib/lists/definition.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { addressSql } from '#lib/lists/search/indexed-text.ts';
import { toSnakeCase } from '#lib/values/record-fields.ts';
import type { FieldTable } from './model/field.ts';
import { findCurrencyFilter, listFilteredFields } from './model/filters.ts';

type Columns = {
  /** The name of each filter’s fact. */
  readonly facts: Readonly<Record<string, string>>;
  readonly sorts: Readonly<Record<string, SortColumn>>;
} & Required<Pick<FilterColumns, 'orderedCurrencies' | 'days' | 'amounts' | 'exact'>>;

/** Returns the columns by which lists filter and order the fields of a record. A day filter orders its list, too. */
export function toFilterColumns(fields: FieldTable, alias: string): Columns {
  const column = (field: string) => `${alias}.${toSnakeCase(field)}`;
  const facts: Record<string, string> = {};
  const sorts: Record<string, SortColumn> = {};
  const orderedCurrencies: Record<string, string> = {};
  const days: Record<string, string> = {};
  const amounts: Record<string, { column: string; currency: string; upperColumn?: string }> = {};
  const exact: Record<string, { column: string; isAddress?: boolean }> = {};
  for (const { field, name, kind, filter, sort, currency, isAddress } of listFilteredFields(fields)) {
    const isAmount = kind === 'amount' || kind === 'signed';
    const isTime = kind === 'seconds' || kind === 'instant' || kind === 'moment';
    const currencyFilter = findCurrencyFilter(fields, { currency });
    if (filter !== true) facts[name] = filter.fact;
    else if (isTime) days[name] = column(field);
    else if (isAmount)
      amounts[name] = {
        column: column(field),
        currency: currencyFilter === null || currency === undefined ? "'EUR'" : column(currency),
        // Amounts that order a list have an index.
        ...(sort === undefined && { upperColumn: `${column(field)} + 0` }),
      };
    else
      exact[name] = isAddress ? { column: addressSql(column(field)), isAddress } : { column: column(field) };
    if (isTime || sort !== undefined)
      sorts[name] = {
        column: column(field),
        kind: isTime ? 'time' : 'amount',
        nullable: kind !== 'moment',
      };
    if (sort !== undefined && currencyFilter !== null && currency !== undefined)
      orderedCurrencies[currencyFilter] = column(currency);
  }
  return { facts, sorts, orderedCurrencies, days, amounts, exact };
}
