import type { ListQuery, ListSpec } from './query.ts';
import { readListQuery, restrictSpec } from './query.ts';

/** What a request to a list's route asks for; by risk detail only for somebody who may see it. */
export function readRequestQuery(spec: ListSpec, request: Request, mayRisk = false): ListQuery {
  const parameters = new URL(request.url).searchParams;
  return readListQuery(restrictSpec(spec, mayRisk), (name) => parameters.getAll(name).join(',') || null)
    .query;
}

/** The columns that were chosen, as the address says it; null where none were. */
export const chosenInAddress = (address: URLSearchParams): string | null => {
  const columns = address.get('columns')?.slice(0, 2_000) ?? '';
  return /^[A-Za-z]+(?:,[A-Za-z]+)*$/.test(columns) ? columns : null;
};

export const columnsOfRequest = (request: Request): string | null =>
  chosenInAddress(new URL(request.url).searchParams);
