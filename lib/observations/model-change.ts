import type { Topic } from '#lib/values/topics.ts';
import type { Registers } from './model-register.ts';
import type { DepositState } from './model-state.ts';

/** Whether a value or a contradiction became another. Where a value comes from may change without a change. */
export function differs(before: Registers | null, after: Registers): boolean {
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

export const depositDiffers = (before: DepositState | null, after: DepositState): boolean =>
  differs(before?.registers ?? null, after.registers) ||
  differs(before?.risk ?? null, after.risk) ||
  before?.recordSeen !== after.recordSeen;

/** What an open screen must be told when these deposits became others. */
export function topicsOf(changed: readonly DepositState[]): Topic[] {
  if (changed.length === 0) return ['payments'];
  const refunded = changed.some(({ refundFirstSeenAt }) => refundFirstSeenAt !== null);
  return refunded ? ['payments', 'deposits', 'refunds'] : ['payments', 'deposits'];
}
