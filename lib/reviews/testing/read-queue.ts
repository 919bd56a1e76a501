import { parseListQuery } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listCases } from '../queue/queries/queue.ts';
import { queueList } from '../queue/schema.ts';

/** Parses the query of a queue address: `queue=mine&sort=eur.desc`. */
export function queueQuery(address: string) {
  const given = new URLSearchParams(address);
  return parseListQuery(queueList, (name) => given.get(name)).query;
}

/** The queue under an address, as this person sees it. */
export const readQueue = (who: Context<PersonActor>, businessId: string, address = '') =>
  listCases(who, businessId, queueQuery(address));
