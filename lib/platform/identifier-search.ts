import 'server-only';
import { addressKey, splitTag } from '#lib/values/addresses.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Statement } from './statement.ts';

/** Where an identifier may stand, and how it is looked up there. Each is one index. */
export type SearchPlace = {
  /** The table and the column whose values are wanted: `deposit`, `payment_id`. */
  readonly table: string;
  readonly wanted: string;
  readonly column: string;
  readonly match: 'uuid' | 'text' | 'address' | 'hash';
};

/** A short beginning may match half the table; nobody reads further than this, least of all behind two letters. */
export const searchBound = (q: string): number => (q.length < 4 ? 60 : 200);

/** The condition that a place holds this identifier, or one that begins with it. Null: it can't stand there. */
export function matching(
  statement: Statement,
  place: Pick<SearchPlace, 'column' | 'match'>,
  q: string,
): string | null {
  switch (place.match) {
    case 'uuid':
      return statement.uuidStartsWith(place.column, q);
    case 'text':
      return statement.startsWith(place.column, q);
    case 'address':
      return statement.startsWith(place.column, addressKey(splitTag(q).address));
    case 'hash': {
      const key = addressKey(q);
      const exact = statement.startsWith(place.column, q);
      return key === q ? exact : `(${exact} OR ${statement.startsWith(place.column, key)})`;
    }
  }
}

/**
 * The condition that a row's id is among those found in any of the places: exactly, or by its beginning. Each place
 * is looked up by its own index and no further than the bound.
 */
export function foundIn(
  statement: Statement,
  id: string,
  places: readonly SearchPlace[],
  q: string,
  businessId: BusinessId,
): string {
  const branches = places.flatMap((place) => {
    const condition = matching(statement, place, q);
    if (condition === null) return [];
    const business = statement.bind(businessId);
    return [
      `(SELECT ${place.wanted} FROM ${place.table} WHERE business_id = ${business}::uuid AND ${condition} LIMIT ${searchBound(q)})`,
    ];
  });
  // An array, not a join: the planner then looks the few ids up instead of walking the whole list in order.
  return branches.length === 0 ? 'false' : `${id} = ANY(ARRAY(${branches.join(' UNION ')}))`;
}
