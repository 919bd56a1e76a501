import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { ClosedDays, GrossPosting } from '#lib/statements/schema.ts';
import { isGrossPart, keepHeld, toGrossMovements } from './model/gross.ts';
import { addMovements } from './model/journal.ts';
import type { listActiveRuns, RunScope } from './store.ts';
import { parseHeld, readPostedRuns } from './store.ts';

/**
 * Returns the parts of gross posting. The first run since the close of a period decides on its parts, because the amount
 * received is not stored with it. Later changes are adjustments, also of a deposit that only a run before the close holds.
 */
export async function prepareGross(
  run: PlainTransaction['run'],
  gross: GrossPosting | null,
  {
    runs,
    base,
    closes,
    closedAt,
    ...scope
  }: RunScope & {
    readonly base: string;
    readonly runs: Awaited<ReturnType<typeof listActiveRuns>>;
    readonly closes: readonly ClosedDays[];
    /** Null: not all of the period is closed. */
    readonly closedAt: number | null;
  },
): Promise<ReturnType<typeof toGrossMovements>> {
  if (gross === null) return { movements: [], problems: [] };
  const { adjusted } = gross;
  const held = runs.flatMap((one) => parseHeld(one, base));
  if (closedAt !== null && runs.some((one) => one.posting === 'gross' && one.sawCloseAt >= closedAt))
    return { movements: addMovements(held.filter(isGrossPart)), problems: [] };
  const ids = adjusted.map(({ recordId }) => recordId);
  const posted = ids.length === 0 ? { runs: [], parts: [] } : await readPostedRuns(run, scope, ids);
  const isPostedGross = runs.at(-1)?.posting === 'gross';
  return toGrossMovements(isPostedGross ? keepHeld(gross, closes, held) : gross, posted);
}
