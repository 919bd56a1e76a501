import type { ListQuery, ListSpec } from './query.ts';
import { parseListQuery, restrictSpec } from './query.ts';

/** Parses the query of a list route's request. Risk filters are ignored without the permission. */
export function parseRequestQuery(spec: ListSpec, request: Request, canSeeRisk = false): ListQuery {
  const parameters = new URL(request.url).searchParams;
  return parseListQuery(restrictSpec(spec, canSeeRisk), (name) => parameters.getAll(name).join(',') || null)
    .query;
}

/** Returns the columns chosen in the URL, or null. */
export const parseColumns = (address: URLSearchParams): string | null => {
  const columns = address.get('columns')?.slice(0, 2_000) ?? '';
  return /^[A-Za-z]+(?:,[A-Za-z]+)*$/.test(columns) ? columns : null;
};

export const parseRequestColumns = (request: Request): string | null =>
  parseColumns(new URL(request.url).searchParams);
