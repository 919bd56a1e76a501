import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admissions } from './admission.ts';
import { selectAdmission, webAdmissions } from './admission.ts';
import { identifySender, refuseSender, replyUnavailable } from './answer-request.ts';
import { countRefusal } from './count-refusals.ts';
import { IncomingHeaders } from './incoming-headers.ts';
import { parseCallbackUrl } from './parse-callback-url.ts';
import type { CallbackReply } from './reply.ts';

/** Admission control that runs before the request handler of a web server. */
export type EarlyAdmission = {
  /** Refuses the request, or calls `next`, at once or after a wait. */
  readonly admit: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Refuses queued and later callbacks, because the server is about to stop. */
  readonly close: () => void;
};

/**
 * Lets an HTTP server enter an admission before its request handler. Requests that are no callbacks pass. Callbacks to a wrong
 * address, and those that can't be stored in time, are answered before Next sees them, for a fiftieth of the cost and
 * without reading their bodies. The route answers all others.
 */
export function createEarlyAdmission(admissions: Admissions = webAdmissions): EarlyAdmission {
  return {
    close: () => {
      admissions.once.close();
      admissions.repeated.close();
    },
    admit: (request, response, next) => {
      const parts = request.method === 'POST' ? parseCallbackUrl(request.url ?? '') : null;
      if (parts === null) return next();
      const sender = identifySender({ ...parts, headers: new IncomingHeaders(request) });
      if (typeof sender === 'string') return refuse(response, refuseSender(parts, sender));
      const arrivedAt = performance.now();
      const admission = selectAdmission(admissions, sender.callbackKind);
      const entered = admission.enter();
      const decide = (isAdmitted: boolean) => {
        if (!isAdmitted) return refuse(response, replyUnavailable(sender, sender.callbackKind));
        // The sender has closed the connection while it waited; it sends the callback again.
        if (response.destroyed) return admission.leave();
        response.once('close', () => admission.leave());
        admission.pass(next, arrivedAt);
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
  var countinghouseEarlyAdmission: EarlyAdmission | undefined;
}

/** Installs the admission control where `npm run web` finds it: Next's bundles and its server share no modules. */
export function installEarlyAdmission(): void {
  globalThis.countinghouseEarlyAdmission ??= createEarlyAdmission();
}
