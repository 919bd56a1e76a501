import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readAfterCallback } from '#lib/payments/index.ts';
import { logger } from '#lib/platform/log.ts';
import type { Admissions } from './admission.ts';
import { webAdmissions } from './admission.ts';
import { answerRequest } from './answer-request.ts';
import { countRefusal } from './count-refusals.ts';
import { IncomingHeaders } from './incoming-headers.ts';
import type { CallbackUrlParts } from './parse-callback-url.ts';
import { parseCallbackUrl } from './parse-callback-url.ts';
import { readIncoming } from './read-incoming.ts';
import type { CallbackReply } from './reply.ts';
import { createCallbackReply, refuseMethod } from './reply.ts';

/** Answers the callbacks of an HTTP server of Node. */
export type CallbackServer = {
  /** Answers a request to a callback address. Returns false for every other one, which it leaves alone. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Refuses queued and later callbacks, because the server is about to stop. */
  readonly close: () => void;
};

/** Creates the handler of callbacks. It reads nothing of a body before the callback is admitted. */
export const createCallbackServer = (admissions: Admissions): CallbackServer => ({
  serve: (request, response) => {
    const address = parseCallbackUrl(request.url ?? '');
    if (address === null) return false;
    void respond(response, answer(request, address, admissions));
    return true;
  },
  close: () => {
    admissions.once.close();
    admissions.repeated.close();
  },
});

async function answer(
  request: IncomingMessage,
  address: CallbackUrlParts,
  admissions: Admissions,
): Promise<CallbackReply> {
  if (request.method !== 'POST') return refuseMethod();
  const headers = new IncomingHeaders(request);
  return answerRequest({ ...address, headers, readBody: () => readIncoming(request) }, admissions);
}

async function respond(response: ServerResponse, reply: Promise<CallbackReply>): Promise<void> {
  const { status, headers, readNow, refused } = await reply.catch((error: unknown) => {
    logger().error({ error }, 'a callback failed without an answer');
    return createCallbackReply('unknown', 503);
  });
  response.writeHead(status, { ...headers, 'content-length': 0 }).end();
  if (readNow !== null) void readAfterCallback(readNow);
  if (refused !== null) void countRefusal(refused);
}

declare global {
  var countinghouseCallbackServer: CallbackServer | undefined;
}

/**
 * Installs the handler where `npm run web` finds it: Next's bundles and its server share no modules. It answers callbacks
 * before Next sees them, because a route of Next takes three times as long as the callback.
 */
export function installCallbackServer(): void {
  globalThis.countinghouseCallbackServer ??= createCallbackServer(webAdmissions);
}
