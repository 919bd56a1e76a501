import type { Topic } from '#lib/values/topics.ts';
import type { DepositState } from './record-state.ts';
import type { Registers } from './registers.ts';
import { noRegisters } from './registers.ts';

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

/** Whether a deposit became another for people who may not see risk detail. */
export const depositDiffers = (before: DepositState | null, after: DepositState): boolean =>
  differs(before?.registers ?? null, after.registers) || before?.recordSeen !== after.recordSeen;

type Assessed = { readonly risk: Registers };

/** Whether risk detail became another. It has a stamp of its own, so that nothing else tells that it changed. */
export const riskDiffers = (before: Assessed | null, after: Assessed): boolean =>
  differs(before?.risk ?? noRegisters, after.risk);

/** The stamp of a record or of its risk detail: it moves with a change and never goes back. */
export const stampAfter = <T extends number | null>(before: T, isChanged: boolean, at: number): number | T =>
  isChanged ? Math.max(before ?? 0, at) : before;

/** What an open screen must be told when these deposits became others. */
export function listTopics(changed: readonly DepositState[]): Topic[] {
  if (changed.length === 0) return ['payments'];
  const refunded = changed.some(({ refundFirstSeenAt }) => refundFirstSeenAt !== null);
  return refunded ? ['payments', 'deposits', 'refunds'] : ['payments', 'deposits'];
}
