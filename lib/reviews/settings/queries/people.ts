import 'server-only';
import { database } from '#lib/database/pools.ts';
import { tReviews } from '#lib/messages/reviews.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Person } from '../schema-person.ts';

/** Lists the people who can be assigned: active members with the role Owner or Compliance. */
export async function listAssignees(businessId: BusinessId): Promise<readonly Person[]> {
  const rows = await database().membership.findMany({
    where: {
      businessId,
      role: { in: ['compliance', 'owner'] },
      disabledAt: null,
      person: { disabledAt: null },
    },
    select: { person: { select: { id: true, name: true } } },
    orderBy: { person: { name: 'asc' } },
  });
  return rows.map(({ person }) => ({ personId: person.id, name: person.name }));
}

/** Reads the names of people, including former ones. An unknown ID gets a placeholder. */
export async function readNames(ids: readonly (string | null)[]): Promise<(id: string) => Person> {
  const personIds = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    personIds.length === 0
      ? []
      : await database().person.findMany({
          where: { id: { in: personIds } },
          select: { id: true, name: true },
        });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => ({ personId: id, name: names.get(id) ?? tReviews('unknownPerson') });
}
