import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isReachable } from '#lib/database/reachable.ts';
import { tDatabase } from '#lib/messages/commands.ts';
import { answerStatusPage, isDocument } from './status-page.ts';

/** Answers page requests while the database is unreachable. */
export type OutagePage = {
  /** Answers the request with 503, or calls `next`. */
  readonly intercept: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

const retrySeconds = 5;

/** Creates the handler. A database that doesn't answer within two seconds counts as unreachable. */
export const createOutagePage = (): OutagePage => ({
  intercept: (request, response, next) => {
    if (!isDocument(request)) return next();
    void isReachable().then((isUp) => {
      if (response.destroyed) return;
      if (isUp) next();
      else
        answerStatusPage(request, response, {
          status: 503,
          title: tDatabase('outagePage.title'),
          text: tDatabase('outagePage.text'),
          retrySeconds,
        });
    });
  },
});

declare global {
  var countinghouseOutagePage: OutagePage | undefined;
}

/** Installs the page where `npm run web` finds it: Next's bundles and its server share no modules. */
export function installOutagePage(): void {
  globalThis.countinghouseOutagePage ??= createOutagePage();
}
