import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Topic } from '#lib/values/topics.ts';
import { guardedTopics } from '#lib/values/topics.ts';
import type { LiveEvent } from './live-events.ts';
import { listChangesSince, subscribe } from './live-events.ts';

const heartbeatMs = 15_000;
const checkMs = 10_000;

/**
 * Streams server-sent events of one business until the signal aborts, the person loses access or this process ends.
 *
 * `change` carries `{ topics, ids }`. `missed` means that changes may have been lost or that a new day has begun,
 * which changes relative figures without any other event. The client reconnects automatically.
 */
export function createLiveStream(options: {
  readonly businessId: BusinessId;
  /** Topics that the person may not receive. `mayContinue` ends the stream when that changes. */
  readonly hiddenTopics?: readonly Topic[];
  /** Checked repeatedly: without session or role the stream ends. */
  readonly mayContinue: () => Promise<boolean>;
  /** Reads the current day of the business. When it changes, relative periods on the screen are outdated. */
  readonly readDay: () => Promise<string>;
  readonly signal: AbortSignal;
  /** When the page was rendered: the stream begins with the changes since then. Without it the client reads everything again. */
  readonly since?: Instant | undefined;
  /** The time for which this process still listens after the last stream. By default it stops at once. */
  readonly keepListeningMs?: number;
}): ReadableStream<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder();
  let end = () => {};
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const send = (line: string) => {
        // Closes the stream of a client that reads nothing. It reconnects and reloads everything.
        if ((controller.desiredSize ?? 0) < -1_000) end();
        else controller.enqueue(text.encode(line));
      };
      const deliver = (event: LiveEvent) => {
        if (event.kind === 'ending') end();
        else if (event.kind === 'missed') send(eventText(event));
        else if (event.businessId === options.businessId) {
          const visible = removeHidden(event, options.hiddenTopics ?? guardedTopics);
          if (visible !== null) send(eventText(visible));
        }
      };
      const unsubscribe = subscribe(deliver, options.keepListeningMs);
      const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs);
      let today: string | null = null;
      const checkDay = async () => {
        const now = await options.readDay();
        if (today !== null && now !== today) send(eventText({ kind: 'missed' }));
        today = now;
      };
      // A short outage of the database ends no stream: the next check comes soon.
      const ignore = () => undefined;
      checkDay().catch(ignore);
      const check = setInterval(() => {
        options.mayContinue().then((isAllowed) => isAllowed || end(), ignore);
        checkDay().catch(ignore);
      }, checkMs);
      end = () => {
        end = () => {};
        clearInterval(heartbeat);
        clearInterval(check);
        unsubscribe();
        options.signal.removeEventListener('abort', finish);
        controller.close();
      };
      const finish = () => end();
      options.signal.addEventListener('abort', finish, { once: true });
      send('retry: 2000\n\n: listening\n\n');
      if (options.since !== undefined) for (const event of listChangesSince(options.since)) deliver(event);
    },
    cancel: () => {
      // The controller is already closed: closing it again would throw.
      const closing = end;
      try {
        closing();
      } catch {
        return;
      }
    },
  });
}

type ChangeEvent = Extract<LiveEvent, { kind: 'change' }>;

/** Merges both parts of a change for people who may receive all of it. */
function mergeGuarded({ guarded, ...event }: ChangeEvent): ChangeEvent {
  if (guarded === undefined) return event;
  return {
    ...event,
    topics: [...new Set([...event.topics, ...guarded.topics])],
    ids: [...new Set([...event.ids, ...guarded.ids])],
  };
}

/**
 * Removes what a person may not receive, and returns null if nothing is left. Ids are removed too, because they may belong
 * to cases.
 */
function removeHidden(change: ChangeEvent, hidden: readonly Topic[]): ChangeEvent | null {
  const { guarded, ...open } = change;
  const event = guardedTopics.some((topic) => hidden.includes(topic)) ? open : mergeGuarded(change);
  const visible = event.topics.filter((topic) => !hidden.includes(topic));
  if (visible.length === 0) return null;
  return visible.length === event.topics.length ? event : { ...event, topics: visible, ids: [] };
}

function eventText(event: Exclude<LiveEvent, { kind: 'ending' }>): string {
  if (event.kind === 'missed') return 'event: missed\ndata: {}\n\n';
  return `event: change\ndata: ${JSON.stringify({ topics: event.topics, ids: event.ids })}\n\n`;
}
