import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import type { IntentState } from '../schema/intent.ts';

/** A call ends within 15 seconds. A request that is still SENDING after this was interrupted; its outcome is unknown. */
export const interruptedAfterMs = 30_000;

/** Returns the effective state: an interrupted request is UNKNOWN, because the service may have processed it. */
export function toEffectiveState(state: IntentState, changedAt: Instant, now: Instant): IntentState {
  return state === 'SENDING' && now - changedAt > interruptedAfterMs ? 'UNKNOWN' : state;
}

/** The approval of a request above a limit counts this long. The database refuses to send it later. */
export const approvalDays = 30;

/** A refused or unsent request stays as it is. Another request repeats it. */
export const isFinalIntent = (state: IntentState): boolean => state === 'UNSENT' || state === 'REJECTED';

/**
 * Returns the state after an attempt. A refusal does not override an earlier attempt that may have worked. A final state
 * stays: a person recorded that no payment was created before this answer arrived.
 */
export function nextIntentState(
  outcome: IntentState,
  before: { readonly state: IntentState; readonly mayHaveWorked: boolean },
): IntentState {
  if (isFinalIntent(before.state)) return before.state;
  if (before.state === 'CREATED' || outcome === 'CREATED') return 'CREATED';
  return before.mayHaveWorked ? 'UNKNOWN' : outcome;
}

/** Tolerates clock differences. A payment requested earlier than this belongs to another request. */
const clockToleranceSeconds = 15 * 60;

/** A request as far as it decides which payments belong to it. */
type PaymentOwner = {
  readonly state: IntentState;
  /** The first attempt to send it. Null: there is none, or a restored backup has lost it. */
  readonly firstSentAt: Instant | null;
  readonly createdAt: Instant;
};

/** A request of which nothing can have reached the service has no payment. */
const mayHavePayment = ({ state, firstSentAt }: PaymentOwner): boolean =>
  state !== 'PROPOSED' && state !== 'QUEUED' && (state !== 'UNSENT' || firstSentAt !== null);

/**
 * Chooses the request to which a reported payment belongs, among those with its client payment ID. `requestedAt` is when
 * the payment was requested at the service, if known. A request that was sent later can't have created it. Of the others,
 * the one whose outcome is open created it. Without one, it was the latest. Null: none of them.
 */
export function choosePaymentOwner<Intent extends PaymentOwner>(
  intents: readonly Intent[],
  requestedAt: UnixSeconds | null,
): Intent | null {
  const toStart = ({ firstSentAt, createdAt }: Intent) => firstSentAt ?? createdAt;
  const possible = intents
    .filter(mayHavePayment)
    .filter(
      (intent) =>
        requestedAt === null || toUnixSeconds(toStart(intent)) <= requestedAt + clockToleranceSeconds,
    )
    .toSorted((one, two) => toStart(two) - toStart(one));
  return possible.find(({ state }) => state === 'UNKNOWN' || state === 'SENDING') ?? possible[0] ?? null;
}
