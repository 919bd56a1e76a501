import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import type { Business } from '../model/businesses.ts';
import { inventedDefaults } from '../model/invented.ts';
import type { Callback, CallbackKind } from '../storage/callbacks.ts';
import type { Store } from '../storage/store.ts';

/** What is sent in one attempt, after the faults in force. */
type Sent = { readonly body: Uint8Array; readonly changed: boolean; readonly note: string | null };

/** What may go wrong with callbacks on their way out. */
export type Delivery = {
  readonly bend: (callback: Callback) => Sent;
  /** Whether other callbacks than those of deposits are tried again. */
  readonly retriesOthers: (kind: CallbackKind) => boolean;
  /** Headers that prove the sender, over the exact body. */
  readonly sign: (body: Uint8Array) => Readonly<Record<string, string>>;
};

/** Where a business wants callbacks of that kind. */
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
const answerKept = 4_000;

type Outcome = { status: number | null; answer: string | null; error: string | null };

async function post(url: string, body: Uint8Array, sent: Readonly<Record<string, string>>): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(inventedDefaults.callbackTimeoutSeconds * 1000),
    });
    const answer = (await response.text()).slice(0, answerKept);
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
 * When the next try is due (§6.1: every 2 minutes for 24 hours), or null when there is none. §6.3: a retry of the
 * other callbacks is not shown, so there is none unless `others` says so.
 */
export function nextTry({ kind, created, next }: Callback, now: number, others: boolean): number | null {
  if (kind !== 'deposit-received' && !others) return null;
  const following = (next ?? now) + inventedDefaults.retryEverySeconds * 1000;
  return following <= created + inventedDefaults.retryForSeconds * 1000 ? following : null;
}

/** §6.3: whether callbacks of that kind are sent again, beside those of deposits. */
export const comesAgain = (
  kind: CallbackKind,
  assumed: Pick<Assumptions, 'SERVICE_WITHDRAWAL_RETRY'>,
): boolean => kind === 'withdrawal' && assumed.SERVICE_WITHDRAWAL_RETRY === 'as-deposits';

export type Dispatcher = ReturnType<typeof startDispatcher>;

/** Sends what is due, some at a time, and writes down every attempt before the next one is planned. */
export function startDispatcher(store: Store, now: () => number, delivery: Delivery, everyMilliseconds = 25) {
  let stopped = false;
  const underWay = new Map<string, Promise<void>>();

  async function attempt(callback: Callback, byHand: boolean): Promise<void> {
    const at = now();
    const started = performance.now();
    const url = callbackAddress(store.businesses.find(callback.businessId), callback.kind);
    const sent = delivery.bend(callback);
    const sentHeaders = { ...headers, ...delivery.sign(sent.body) };
    const outcome =
      url === null
        ? { status: null, answer: null, error: 'the business has no address for it' }
        : await post(url, sent.body, sentHeaders);
    const delivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const next = nextTry(callback, at, delivery.retriesOthers(callback.kind));
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
        // The next try may be due already when the clock has jumped.
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
    /** Sends a callback once more, whatever became of it. Resolves when the attempt is written down. */
    resend: (callback: Callback): Promise<void> => underWay.get(callback.id) ?? begin(callback, true),
    underWay: () => underWay.size,
    /** No new attempt; resolves when those under way are written down. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await Promise.all(underWay.values());
    },
  };
}
