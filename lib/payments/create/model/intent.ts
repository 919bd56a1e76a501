import type { Instant } from '#lib/values/instant.ts';
import type { IntentState } from '../schema/intent.ts';

/** A call ends within 15 seconds. A request that is still SENDING after this was interrupted; its outcome is unknown. */
export const interruptedAfterMs = 30_000;

/** Returns the effective state: an interrupted request is UNKNOWN, because the service may have processed it. */
export function toEffectiveState(state: IntentState, changedAt: Instant, now: Instant): IntentState {
  return state === 'SENDING' && now - changedAt > interruptedAfterMs ? 'UNKNOWN' : state;
}

/** Returns the state after an attempt. A refusal does not override an earlier attempt that may have worked. */
export function nextIntentState(
  outcome: IntentState,
  earlier: { readonly settled: boolean; readonly mayHaveWorked: boolean },
): IntentState {
  if (earlier.settled || outcome === 'CREATED') return 'CREATED';
  return earlier.mayHaveWorked ? 'UNKNOWN' : outcome;
}

/** Only refused and unsent requests can change. A request that may exist is sent again unchanged. */
export const canEditIntent = (state: IntentState): boolean => state === 'DRAFT' || state === 'REJECTED';

export const canSendIntentAgain = (state: IntentState): boolean =>
  state === 'DRAFT' || state === 'REJECTED' || state === 'UNKNOWN';
