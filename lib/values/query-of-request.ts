import type { ListQuery, ListSpec } from './list-query.ts';
import { readListQuery } from './list-query.ts';

/** What a request to a list's route asks for. */
export function listQueryOf(spec: ListSpec, request: Request): ListQuery {
  const parameters = new URL(request.url).searchParams;
  return readListQuery(spec, (name) => parameters.getAll(name).join(',') || null).query;
}
