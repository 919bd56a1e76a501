import type { ListQuery, ListSpec } from './query.ts';

/** Returns the filtered time that orders the list, by its filter name. Null is the list's own time. */
export function findOrderingTime(
  spec: ListSpec,
  { by, days }: Pick<ListQuery, 'by' | 'days'>,
): string | null {
  const orders = (name: string) => {
    const filter = Object.hasOwn(spec.filters, name) ? spec.filters[name] : undefined;
    return filter?.kind === 'days' ? filter.orders : undefined;
  };
  const filtered = Object.keys(days);
  if (by !== null || filtered.some((name) => orders(name) === 'own')) return null;
  return filtered.find((name) => orders(name) === 'filtered') ?? null;
}
