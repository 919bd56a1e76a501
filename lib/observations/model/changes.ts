import type { Topic } from '#lib/values/topics.ts';
import type { DepositState } from './record-state.ts';
import type { Registers } from './registers.ts';
import { emptyRegisters } from './registers.ts';

/** Returns whether a value or a conflict changed. A change of source alone is no change. */
export function hasChanged(before: Registers | null, after: Registers): boolean {
  if (before === null) return true;
  return !sameValues(before, after) || JSON.stringify(before.conflicts) !== JSON.stringify(after.conflicts);
}

function sameValues(before: Registers, after: Registers): boolean {
  const fields = Object.entries(after.values);
  return (
    fields.length === Object.keys(before.values).length &&
    fields.every(([field, value]) => before.values[field] === value)
  );
}

/** Returns whether a deposit changed in anything that is visible without risk detail. */
export const hasDepositChanged = (before: DepositState | null, after: DepositState): boolean =>
  hasChanged(before?.registers ?? null, after.registers) || before?.recordSeen !== after.recordSeen;

type WithRisk = { readonly risk: Registers };

/** Returns whether risk detail changed. It has its own time, so the deposit’s time doesn’t reveal the change. */
export const hasRiskChanged = (before: WithRisk | null, after: WithRisk): boolean =>
  hasChanged(before?.risk ?? emptyRegisters, after.risk);

/** Returns the time of the last change of a record or of its risk detail. It never moves back. */
export const advanceChangedAt = <T extends number | null>(
  before: T,
  isChanged: boolean,
  at: number,
): number | T => (isChanged ? Math.max(before ?? 0, at) : before);

/** Returns the topics that open pages must refresh when these deposits changed. */
export function listTopics(changed: readonly DepositState[]): Topic[] {
  if (changed.length === 0) return ['payments'];
  const refunded = changed.some(({ refundFirstSeenAt }) => refundFirstSeenAt !== null);
  return refunded ? ['payments', 'deposits', 'refunds'] : ['payments', 'deposits'];
}
