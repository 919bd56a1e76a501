/** Ids in a list URL: filters and selected rows share one limit. */

/** Most rows selected one by one. Many hosts limit a URL with its headers to 16 KiB. */
export const maximumSelected = 250;
/** Filters leave room for the 50 ids of a page, whose rows are requested together with them. */
const maximumFilterIds = maximumSelected - 50;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns how many ids filters may have beside the selected rows. */
export const countFreeIds = (named: number): number =>
  Math.max(0, Math.min(maximumFilterIds, maximumSelected - named));

/** Parses up to `maximum` ids without duplicates. `whole` is false when something is invalid or left out. */
export function parseIdFilter(
  text: string | null,
  maximum: number,
): { readonly ids: readonly string[]; readonly whole: boolean } {
  const parts = (text ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => part !== '');
  const ids = [...new Set(parts.filter((part) => uuid.test(part)))].slice(0, maximum);
  return { ids, whole: ids.length === parts.length };
}
