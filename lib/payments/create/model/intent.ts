import type { Instant } from '#lib/values/instant.ts';
import type { IntentState } from '../schema/intent.ts';

/** A call ends within 15 seconds; a request still on its way after this was interrupted, and nobody knows. */
export const interruptedAfterMs = 30_000;

/** The state as it counts: a request that was never heard of again may have been carried out. */
export function effectiveState(state: IntentState, changedAt: Instant, now: Instant): IntentState {
  return state === 'SENDING' && now - changedAt > interruptedAfterMs ? 'UNKNOWN' : state;
}

/** What an intent becomes when an attempt ends. A refusal now does not undo an earlier attempt that may have worked. */
export function stateAfter(
  outcome: IntentState,
  earlier: { readonly settled: boolean; readonly mayHaveWorked: boolean },
): IntentState {
  if (earlier.settled || outcome === 'CREATED') return 'CREATED';
  return earlier.mayHaveWorked ? 'UNKNOWN' : outcome;
}

/** The body of a refused or unsent request may still be changed; one that may exist is sent again as it was. */
export const mayBeEdited = (state: IntentState): boolean => state === 'DRAFT' || state === 'REJECTED';

export const mayBeSentAgain = (state: IntentState): boolean =>
  state === 'DRAFT' || state === 'REJECTED' || state === 'UNKNOWN';
