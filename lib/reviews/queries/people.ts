import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Person } from '../schema/case.ts';

/** Those to whom a case can be assigned: compliance and owners who are not disabled. */
export async function deskPeople(businessId: BusinessId): Promise<readonly Person[]> {
  const rows = await database().membership.findMany({
    where: { businessId, role: { in: ['compliance', 'owner'] }, person: { disabledAt: null } },
    select: { person: { select: { id: true, name: true } } },
    orderBy: { person: { name: 'asc' } },
  });
  return rows.map(({ person }) => ({ personId: person.id, name: person.name }));
}

/** People by their id, whatever they may do now. Somebody who is unknown is named so. */
export async function readNames(ids: readonly (string | null)[]): Promise<(id: string) => Person> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : await database().person.findMany({
          where: { id: { in: wanted } },
          select: { id: true, name: true },
        });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => ({ personId: id, name: names.get(id) ?? 'somebody who is gone' });
}
