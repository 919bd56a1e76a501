import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import { assumedDefaults } from '../model/assumed-defaults.ts';
import type { Business } from '../model/businesses.ts';
import type { Callback, CallbackKind } from '../storage/callbacks.ts';
import type { Store } from '../storage/store.ts';

/** The result of applying the active faults to one attempt. */
type Sent = { readonly body: Uint8Array; readonly changed: boolean; readonly note: string | null };

/** The behaviour of sending that faults and assumptions can change. */
export type Delivery = {
  readonly corrupt: (callback: Callback) => Sent;
  /** Returns true where this kind of callback is retried. Deposit callbacks always are. */
  readonly retriesOthers: (kind: CallbackKind) => boolean;
  /** Returns headers that authenticate the sender, computed over the exact body. */
  readonly sign: (body: Uint8Array) => Readonly<Record<string, string>>;
};

/** Returns the callback address of a business for this kind. */
function callbackAddress(business: Business | null, kind: CallbackKind): string | null {
  const address = {
    'deposit-received': business?.depositReceivedCallbackUrl,
    withdrawal: business?.withdrawalCallbackUrl,
    'deposit-exchanged': business?.depositExchangedCallbackUrl,
  }[kind];
  return address || null;
}

const headers = { 'content-type': 'application/json', 'user-agent': 'countinghouse-sandbox/1' };
const mostAtOnce = 48;
const maximumAnswerLength = 4_000;

type Outcome = { status: number | null; answer: string | null; error: string | null };

async function post(url: string, body: Uint8Array, sent: Readonly<Record<string, string>>): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(assumedDefaults.callbackTimeoutSeconds * 1000),
    });
    const answer = (await response.text()).slice(0, maximumAnswerLength);
    return { status: response.status, answer, error: null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return {
      status: null,
      answer: null,
      error: cause instanceof Error ? cause.message || cause.name : String(cause),
    };
  }
}

/**
 * Returns the time of the next attempt, or null where there is none. Deposit callbacks are retried every 2 minutes
 * for 24 hours (§6.1). §6.3 doesn't show retries of others, so they have none unless `others` is true.
 */
export function nextAttempt({ kind, created, next }: Callback, now: number, others: boolean): number | null {
  if (kind !== 'deposit-received' && !others) return null;
  const following = (next ?? now) + assumedDefaults.retryEverySeconds * 1000;
  return following <= created + assumedDefaults.retryForSeconds * 1000 ? following : null;
}

/** Returns true where this kind of callback is retried, besides those of deposits (§6.3). */
export const isRetried = (
  kind: CallbackKind,
  assumed: Pick<Assumptions, 'SERVICE_WITHDRAWAL_RETRY'>,
): boolean => kind === 'withdrawal' && assumed.SERVICE_WITHDRAWAL_RETRY === 'as-deposits';

export type Dispatcher = ReturnType<typeof startDispatcher>;

/** Sends due callbacks concurrently, up to a limit. Records every attempt before it plans the next one. */
export function startDispatcher(store: Store, now: () => number, delivery: Delivery, everyMilliseconds = 25) {
  let stopped = false;
  const underWay = new Map<string, Promise<void>>();

  async function attempt(callback: Callback, byHand: boolean): Promise<void> {
    const at = now();
    const started = performance.now();
    const url = callbackAddress(store.businesses.find(callback.businessId), callback.kind);
    const sent = delivery.corrupt(callback);
    const sentHeaders = { ...headers, ...delivery.sign(sent.body) };
    const outcome =
      url === null
        ? { status: null, answer: null, error: 'the business has no address for it' }
        : await post(url, sent.body, sentHeaders);
    const delivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const next = nextAttempt(callback, at, delivery.retriesOthers(callback.kind));
    store.transaction(() => {
      store.callbacks.addAttempt(callback.id, {
        at,
        url: url ?? '',
        headers: JSON.stringify(sentHeaders),
        body: sent.changed ? sent.body : null,
        ...outcome,
        milliseconds: Math.round(performance.now() - started),
        note: byHand ? 'sent by hand' : sent.note,
      });
      if (delivered) store.callbacks.mark(callback.id, null, 'delivered');
      else if (!byHand) store.callbacks.mark(callback.id, next, next === null ? 'given up' : 'waiting');
    });
  }

  function begin(callback: Callback, byHand = false): Promise<void> {
    const work = attempt(callback, byHand)
      .catch((error: unknown) => console.error('a callback could not be recorded:', error))
      .finally(() => {
        underWay.delete(callback.id);
        // After a jump of the clock the next attempt can already be due.
        if (!stopped) setImmediate(tick);
      });
    underWay.set(callback.id, work);
    return work;
  }

  function tick(): void {
    if (stopped || underWay.size >= mostAtOnce) return;
    for (const callback of store.callbacks.due(now(), mostAtOnce))
      if (!underWay.has(callback.id) && underWay.size < mostAtOnce) void begin(callback);
  }

  const timer = setInterval(tick, everyMilliseconds);
  return {
    /** Sends a callback once more in any state. Resolves when the attempt is recorded. */
    resend: (callback: Callback): Promise<void> => underWay.get(callback.id) ?? begin(callback, true),
    underWay: () => underWay.size,
    /** Starts no new attempts. Resolves when the current ones are recorded. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await Promise.all(underWay.values());
    },
  };
}
