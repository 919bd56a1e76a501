import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import { guardedTopics } from '#lib/values/topics.ts';
import type { LiveEvent } from './live-events.ts';
import { subscribe } from './live-events.ts';

const heartbeatMs = 15_000;
const checkMs = 10_000;

/**
 * Server-sent events of one business until the reader is `gone`, may not continue, or this process ends: `change`
 * with `{ topics, ids }`, and `missed` whenever changes may have been lost, or a new day has begun: what is of today or of
 * the last days is of others then, and nothing else announces it. The reader comes back by itself.
 */
export function liveStream(given: {
  readonly businessId: BusinessId;
  /** Whether the reader may hear of guarded topics. Who loses that must be let go by `mayContinue`. */
  readonly hearsGuarded?: boolean;
  /** Asked again and again: whoever lost the session or the role hears no more. */
  readonly mayContinue: () => Promise<boolean>;
  /** Reads the current day of the business: where it changes, everything shown may be of another day. */
  readonly readDay: () => Promise<string>;
  readonly gone: AbortSignal;
}): ReadableStream<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder();
  let end = () => {};
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const send = (line: string) => {
        // A reader that takes nothing is let go; it comes back and asks for everything.
        if ((controller.desiredSize ?? 0) < -1_000) end();
        else controller.enqueue(text.encode(line));
      };
      const unsubscribe = subscribe((event) => {
        if (event.kind === 'ending') end();
        else if (event.kind === 'missed') send(eventText(event));
        else if (event.businessId === given.businessId) {
          const heard = given.hearsGuarded === true ? withGuarded(event) : withoutGuarded(event);
          if (heard !== null) send(eventText(heard));
        }
      });
      const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs);
      let today: string | null = null;
      const lookAtDay = async () => {
        const now = await given.readDay();
        if (today !== null && now !== today) send(eventText({ kind: 'missed' }));
        today = now;
      };
      // A database that is away for a moment ends no stream: the next check is soon.
      const ignore = () => undefined;
      lookAtDay().catch(ignore);
      const check = setInterval(() => {
        given.mayContinue().then((may) => may || end(), ignore);
        lookAtDay().catch(ignore);
      }, checkMs);
      end = () => {
        end = () => {};
        clearInterval(heartbeat);
        clearInterval(check);
        unsubscribe();
        given.gone.removeEventListener('abort', finish);
        controller.close();
      };
      const finish = () => end();
      given.gone.addEventListener('abort', finish, { once: true });
      send('retry: 2000\n\n: listening\n\n');
    },
    cancel: () => {
      // The controller is closed already: closing it again would throw.
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

/** All of a change as one, for those who may hear all of it. */
function withGuarded({ guarded, ...event }: ChangeEvent): ChangeEvent {
  if (guarded === undefined) return event;
  return {
    ...event,
    topics: [...new Set([...event.topics, ...guarded.topics])],
    ids: [...new Set([...event.ids, ...guarded.ids])],
  };
}

/** What is left of a change for those who may not hear all of it. Its ids may be those of cases: they go with it. */
function withoutGuarded({ guarded: _, ...event }: ChangeEvent): ChangeEvent | null {
  if (event.topics.length === 0) return null;
  const open = event.topics.filter((topic) => !guardedTopics.includes(topic));
  if (open.length === event.topics.length) return event;
  return open.length === 0 ? null : { ...event, topics: open, ids: [] };
}

function eventText(event: Exclude<LiveEvent, { kind: 'ending' }>): string {
  if (event.kind === 'missed') return 'event: missed\ndata: {}\n\n';
  return `event: change\ndata: ${JSON.stringify({ topics: event.topics, ids: event.ids })}\n\n`;
}
