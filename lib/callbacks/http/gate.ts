import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { callbackAddressed } from '../quarantine/addressed-callback.ts';
import { Admission } from './admission.ts';
import { recognise, refuseUnknown, unavailable } from './answer-request.ts';
import { countRefusal } from './count-refusals.ts';
import { IncomingHeaders } from './incoming-headers.ts';
import type { CallbackReply } from './reply.ts';

/** Stands before whatever answers the requests of a web server. */
export type CallbackGate = {
  /** Answers the request, or lets it go on. */
  readonly stand: (request: IncomingMessage, response: ServerResponse, goOn: () => void) => void;
  /** Refuses whoever waits and whoever comes: the server ends. */
  readonly close: () => void;
};

/**
 * Fewer than the commits together may hold, for a route of Next takes a millisecond of the process for each; and a few
 * at once, so that pages have their turn between them. What waits here and in the queue of commits is less than the 2
 * seconds in which a refusal is due.
 */
const limits = { mostInside: 256, mostAtOnce: 8, mostWaiting: 8_000, longestWaitMs: 1_100 };

/**
 * The gate of the web application: what is no callback passes. A callback to an address that is none of ours, and one
 * that can't be kept in time, are answered before Next sees them, for a fiftieth of what that costs; nothing of their
 * bodies is read. Everything else about them is the route's to say.
 */
export function callbackGate(admission = new Admission(limits)): CallbackGate {
  return {
    close: () => admission.close(),
    stand: (request, response, goOn) => {
      const addressed = request.method === 'POST' ? callbackAddressed(request.url ?? '') : null;
      if (addressed === null) return goOn();
      const recognised = recognise({ ...addressed, headers: new IncomingHeaders(request) });
      if (typeof recognised === 'string') return refuse(response, refuseUnknown(addressed, recognised));
      const entered = admission.enter();
      const decide = (isIn: boolean) => {
        if (!isIn) return refuse(response, unavailable(recognised, recognised.callbackKind));
        // Who has gone away meanwhile needs no answer, and may come again.
        if (response.destroyed) return admission.leave();
        response.once('close', () => admission.leave());
        goOn();
      };
      if (typeof entered === 'boolean') decide(entered);
      else void entered.then(decide);
    },
  };
}

function refuse(response: ServerResponse, { status, headers, refused }: CallbackReply): void {
  response.writeHead(status, { ...headers, 'content-length': 0 }).end();
  if (refused !== null) void countRefusal(refused);
}

declare global {
  var countinghouseCallbackGate: CallbackGate | undefined;
}

/** Puts a gate where `npm run web` looks for it: the bundles of Next and what starts them share no modules. */
export function openGate(): void {
  globalThis.countinghouseCallbackGate ??= callbackGate();
}
