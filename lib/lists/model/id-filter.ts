/** Ids in a list's address: what is filtered for, and rows that were picked. They share the room that there is. */

/** So many rows can be picked one by one, for many a host takes no more than 16 KiB of an address with its headers. */
export const maximumSelected = 250;
/** All filters together leave room for the ids of a page, whose rows are asked for beside them. */
const mostToFilterBy = maximumSelected - 50;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** So many ids can be filtered for beside rows that the address names. */
export const roomToFilterBy = (named: number): number =>
  Math.max(0, Math.min(mostToFilterBy, maximumSelected - named));

/** Each id once and no more than `most`; `whole` where that is all of it. */
export function readIds(
  text: string | null,
  most: number,
): { readonly ids: readonly string[]; readonly whole: boolean } {
  const given = (text ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => part !== '');
  const ids = [...new Set(given.filter((part) => uuid.test(part)))].slice(0, most);
  return { ids, whole: ids.length === given.length };
}
