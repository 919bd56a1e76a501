import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { GrossPosting } from '#lib/statements/schema.ts';
import { isGrossPart, toGrossMovements } from './model/gross.ts';
import { addMovements } from './model/journal.ts';
import type { listActiveRuns, RunScope } from './store.ts';
import { parseHeld, readPostedRuns } from './store.ts';

/**
 * Returns the parts of gross posting. The first run since the close of a period decides on its parts, because the amount
 * received is not stored with it. Later changes are adjustments.
 */
export async function prepareGross(
  run: PlainTransaction['run'],
  gross: GrossPosting | null,
  {
    runs,
    base,
    closedAt,
    ...scope
  }: RunScope & {
    readonly base: string;
    readonly runs: Awaited<ReturnType<typeof listActiveRuns>>;
    readonly closedAt: number | null;
  },
): Promise<ReturnType<typeof toGrossMovements>> {
  if (gross === null) return { movements: [], problems: [] };
  const { adjusted } = gross;
  if (closedAt !== null && runs.some((one) => one.posting === 'gross' && one.createdAt > closedAt))
    return {
      movements: addMovements(runs.flatMap((one) => parseHeld(one, base)).filter(isGrossPart)),
      problems: [],
    };
  const ids = adjusted.map(({ recordId }) => recordId);
  const posted = ids.length === 0 ? { runs: [], parts: [] } : await readPostedRuns(run, scope, ids);
  return toGrossMovements(gross, posted);
}
