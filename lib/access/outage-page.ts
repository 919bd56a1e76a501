import 'server-only';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isReachable } from '#lib/database/reachable.ts';
import { tDatabase } from '#lib/messages/database.ts';
import { env } from '#lib/platform/env.ts';
import { buildAnswerHeaders } from '#lib/platform/security-headers.ts';

/** Answers page requests while the database is unreachable. */
export type OutagePage = {
  /** Answers the request with 503, or calls `next`. */
  readonly intercept: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

const retrySeconds = 5;
const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}h1{font-size:1.25rem}';
const styleHash = createHash('sha256').update(style).digest('base64');

const renderPage = (): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${tDatabase('outagePage.title')}</title><style>${style}</style>` +
  `<main><h1>${tDatabase('outagePage.title')}</h1><p>${tDatabase('outagePage.text')}</p></main></html>`;

/** Documents only. A page that is open shows its own errors and keeps what was typed. */
const isDocument = ({ method, url = '/', headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(?:api|_next)\//.test(url) &&
  headers['rsc'] === undefined &&
  headers.accept?.includes('text/html') === true;

function answerUnavailable(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, {
    ...buildAnswerHeaders({ isSecure: env.APP_URL.startsWith('https:') }),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
    'retry-after': String(retrySeconds),
    // The browser opens the page again automatically.
    refresh: String(retrySeconds),
  });
  response.end(request.method === 'HEAD' ? undefined : renderPage());
}

/** Creates the handler. A database that doesn't answer within two seconds counts as unreachable. */
export const createOutagePage = (): OutagePage => ({
  intercept: (request, response, next) => {
    if (!isDocument(request)) return next();
    void isReachable().then((isUp) => {
      if (response.destroyed) return;
      if (isUp) next();
      else answerUnavailable(request, response);
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
