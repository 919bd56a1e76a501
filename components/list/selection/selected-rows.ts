import { orderingTime } from '#lib/lists/model/order.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';

/**
 * Rows that were picked: some by their ids, or all that match but some. `whole`: these were all that matched when they
 * were picked, and what came later is not among them.
 */
export type RowSelection =
  | { readonly kind: 'some'; readonly ids: readonly string[]; readonly whole?: true }
  | { readonly kind: 'all'; readonly except: readonly string[] };

/** What the address itself names: these rows alone, or all but these. */
type Named = Pick<ListQuery, 'only' | 'except'>;

export const emptySelection: RowSelection = { kind: 'some', ids: [] };

const without = (ids: readonly string[], gone: readonly string[]) => ids.filter((id) => !gone.includes(id));

/** Picks rows or leaves them. Null where more than `most` would have to be named one by one, in the address as well. */
export function pickRows(
  picked: RowSelection,
  ids: readonly string[],
  on: boolean,
  { only, except }: Named,
  most: number,
): RowSelection | null {
  const isAll = picked.kind === 'all';
  const named = isAll ? picked.except : picked.ids;
  const next = on === isAll ? without(named, ids) : [...without(named, ids), ...ids];
  const inAddress = isAll && only.length === 0 ? except.length : 0;
  if (next.length + inAddress > most) return null;
  return isAll ? { kind: 'all', except: next } : { kind: 'some', ids: next };
}

/** What a query needs to find these rows alone, within what the address names. */
export function narrowToSelection(picked: RowSelection, { only, except }: Named): Named {
  if (picked.kind === 'some') return { only: picked.ids, except: [] };
  if (only.length > 0) return { only: without(only, picked.except), except: [] };
  return { only: [], except: [...except, ...picked.except] };
}

/**
 * The query of these rows, in the list's order. Those that were picked by their ids are wherever they are by now: one that
 * was paid meanwhile is still picked. The time that it is filtered for orders them still, without the filter. Amounts have an order in their currency alone, which no row leaves.
 */
export function toSelectionQuery(picked: RowSelection, query: ListQuery, spec: ListSpec): ListQuery {
  if (picked.kind === 'all')
    return { ...query, ...narrowToSelection(picked, query), after: null, before: null };
  const { everything, sorts = {} } = spec;
  const name = query.by ?? orderingTime(spec, query);
  const ordering = name === null ? undefined : sorts[name];
  const by = ordering === undefined ? null : name;
  const currency =
    ordering?.currency === undefined ? {} : { [ordering.currency]: query.choices[ordering.currency] ?? [] };
  return { ...wholeList, choices: { ...everything, ...currency }, by, sort: query.sort, only: picked.ids };
}
