import type { AssumptionCounts, AssumptionView, CheckView } from './schema.ts';

/** The state of an assumption, in the order in which an owner should look at it. */
export const assumptionStates = ['contradicted', 'changed', 'unchecked', 'supported'] as const;
export type AssumptionState = (typeof assumptionStates)[number];

/** The assumptions that a check of the connection tests. */
const testedBy: Readonly<Record<string, readonly string[]>> = {
  credentials: ['authorization-scheme', 'signature-parts'],
  business: ['business-authentication'],
  minimums: ['minimums-authentication'],
  'payment-read': ['payment-read-path'],
  clock: ['timestamp-tolerance'],
};

/** Returns the keys of the assumptions whose check failed. */
export const listContradicted = (checks: readonly CheckView[]): ReadonlySet<string> =>
  new Set(checks.flatMap(({ key, state }) => (state === 'bad' ? (testedBy[key] ?? []) : [])));

/** Returns the state of an assumption. A failed check counts more than a changed value. */
export function findAssumptionState(
  assumption: Pick<AssumptionView, 'value' | 'default' | 'observed' | 'isContradicted'>,
): AssumptionState {
  if (assumption.isContradicted) return 'contradicted';
  if (assumption.value !== assumption.default) return 'changed';
  return assumption.observed === null ? 'unchecked' : 'supported';
}

/** Counts the assumptions by state. */
export function countAssumptions(assumptions: readonly AssumptionView[]): AssumptionCounts {
  const count = (state: AssumptionState) =>
    assumptions.filter((one) => findAssumptionState(one) === state).length;
  return {
    all: assumptions.length,
    contradicted: count('contradicted'),
    changed: count('changed'),
    unchecked: count('unchecked'),
    supported: count('supported'),
  };
}
