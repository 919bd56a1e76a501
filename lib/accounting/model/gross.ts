import type { GrossParts } from '#lib/statements/schema.ts';
import type { Movement } from './journal.ts';
import type { JournalProblem } from './targets.ts';

/**
 * Returns what gross posting books besides the credited amounts: service fees, and differences from the amounts received.
 * A deposit without one of them is a problem, because revenue would be wrong. So is an adjustment of a closed period, whose fee and
 * amount received at the close are not known.
 */
export function toGrossMovements(parts: readonly GrossParts[]): {
  readonly movements: readonly Movement[];
  readonly problems: readonly JournalProblem[];
} {
  const movements: Movement[] = [];
  const problems: JournalProblem[] = [];
  for (const { line, serviceFee, difference, ...record } of parts)
    if (line === 'adjustments')
      problems.push({ problem: 'grossAdjustment', entryId: null, value: record.recordId });
    else if (serviceFee === null || difference === null)
      problems.push({ problem: 'grossUnknown', entryId: null, value: record.recordId });
    else
      movements.push(
        { line, ...record, kind: 'serviceFee', amount: serviceFee },
        { line, ...record, kind: 'grossDifference', amount: difference },
      );
  return { movements, problems };
}
