import 'server-only';
import { ledByDay, ledRows } from './keyset-days.ts';
import type { From, Place } from './keyset-place.ts';
import type { TimedQuery } from './keyset-shape.ts';
import { filtersOf } from './keyset-shape.ts';
import { isGuided } from './keyset-split.ts';
import type { Walk } from './keyset-walked.ts';
import { endOfWalk, walkedRows } from './keyset-walked.ts';
import type { Statement } from './statement.ts';

/** So many rows of a list, from a place on, that one statement looks at. */
export type Stride = {
  /** They, under the list's own alias. */
  readonly rows: (statement: Statement) => string;
  /** What each of them has to be looked at for. */
  readonly filters: (statement: Statement) => string;
  /** The last of them; null where the list ends there. It is known before they are read, so that none is missed. */
  readonly end: Place | null;
};

function strideOf(walk: Walk, byRow: TimedQuery | null, { rows, end }: Omit<Stride, 'filters'>): Stride {
  const filters = (statement: Statement) =>
    ['true', ...(byRow === null ? [] : filtersOf(walk.keyset, statement, walk.businessId, byRow))].join(
      ' AND ',
    );
  return { rows, filters, end };
}

/** Every row of the list as far as that, so that the index in its order can leave none out. */
const asFarAs = (walk: Walk, byRow: TimedQuery | null, from: From, end: Place | null): Stride =>
  strideOf(walk, byRow, { rows: (statement) => walkedRows(walk, statement, from, { end }), end });

const walked = async (walk: Walk, byRow: TimedQuery | null, from: From): Promise<Stride> =>
  asFarAs(walk, byRow, from, await endOfWalk(walk, from));

/** Whether a walk comes further than this within one statement. */
function isFurther(end: Place | null, than: Place | null, { downwards }: From): boolean {
  if (than === null || than.key === null) return false;
  if (end === null || end.key === null) return true;
  return BigInt(end.key) !== BigInt(than.key) && BigInt(end.key) < BigInt(than.key) === downwards;
}

/**
 * The next rows to look at: those of a search that indexes lead to day by day, where there are; else all of them in
 * list order. Whichever comes further where a filter has an index in that order, for there may be few rows of it for
 * very many days of the search, or the other way round; and where not a page of them is wanted, but all (`far`).
 */
export async function strideFrom(
  walk: Walk,
  byRow: TimedQuery | null,
  from: From,
  reach: 'page' | 'far',
): Promise<Stride> {
  const { keyset, query } = walk;
  const led = from.part === 'known' ? await ledByDay(walk, from) : null;
  if (led === null || byRow === null) return walked(walk, byRow, from);
  if (led.kind === 'dense') return walked(walk, byRow, led.from);
  if ((isGuided(keyset, query) || reach === 'far') && led.end !== null) {
    const end = await endOfWalk(walk, from);
    if (isFurther(end, led.end, from)) return asFarAs(walk, byRow, from, end);
  }
  return strideOf(
    walk,
    { ...byRow, q: null },
    {
      rows: (statement) => ledRows(walk, statement, from, led),
      end: led.end,
    },
  );
}
