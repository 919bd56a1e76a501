import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { ClosedDays, GrossPosting } from '#lib/statements/schema.ts';
import { isGrossPart, keepHeld, toGrossMovements } from './model/gross.ts';
import { addMovements } from './model/journal.ts';
import type { listActiveRuns, RunScope } from './store.ts';
import { parseHeld, readPostedRuns } from './store.ts';

/**
 * Returns the parts of gross posting. Later changes of a closed period are adjustments, also of a deposit that only a run before the
 * close holds. The first run since the close decides on adjustments in its days, and on all parts if the close stored an amount received
 * of not all deposits.
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
  const { deposits, adjusted } = gross;
  const held = runs.flatMap((one) => parseHeld(one, base));
  const isPostedGross = runs.at(-1)?.posting === 'gross';
  const isDecided = (one: (typeof runs)[number]) =>
    one.posting === 'gross' && one.sawCloseAt >= (closedAt ?? Infinity);
  if (isPostedGross && runs.some(isDecided)) {
    const parts = addMovements(held.filter(isGrossPart));
    if (!deposits.every(({ isSigned }) => isSigned)) return { movements: parts, problems: [] };
    const signed = toGrossMovements({ ...gross, adjusted: [] }, { runs: [], parts: [] });
    // The service reports no value of an adjustment, so a replacement has that of its own rate.
    const others = parts
      .filter(({ line }) => line === 'adjustments')
      .map((part) => ({ ...part, value: null }));
    return { ...signed, movements: [...signed.movements, ...others] };
  }
  const ids = adjusted.map(({ recordId }) => recordId);
  const posted = ids.length === 0 ? { runs: [], parts: [] } : await readPostedRuns(run, scope, ids);
  return toGrossMovements(isPostedGross ? keepHeld(gross, closes, held) : gross, posted);
}
