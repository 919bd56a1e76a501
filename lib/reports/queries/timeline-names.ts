import 'server-only';
import { database } from '#lib/database/pools.ts';

/** Returns the names of people by id. */
export async function readTimelineNames(
  personIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(personIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const people = await database().person.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  return new Map(people.map((person) => [person.id, person.name]));
}
