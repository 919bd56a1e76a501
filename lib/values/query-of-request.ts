import type { ListQuery, ListSpec } from './list-query.ts';
import { readListQuery, seenBy } from './list-query.ts';

/** What a request to a list's route asks for; by risk detail only for somebody who may see it. */
export function listQueryOf(spec: ListSpec, request: Request, mayRisk = false): ListQuery {
  const parameters = new URL(request.url).searchParams;
  return readListQuery(seenBy(spec, mayRisk), (name) => parameters.getAll(name).join(',') || null).query;
}
