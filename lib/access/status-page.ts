import 'server-only';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '#lib/platform/env.ts';
import { buildAnswerHeaders } from '#lib/platform/security-headers.ts';

/** A page that the server answers before Next sees the request. */
type StatusPage = {
  readonly status: 429 | 503;
  readonly title: string;
  readonly text: string;
  /** Seconds after which the browser opens the page again automatically. */
  readonly retrySeconds: number;
};

/** The colours of the shell. The page loads nothing, so it has them as copies. */
const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:.875rem/1.5 system-ui,sans-serif;
background:light-dark(oklch(.981 .003 225),oklch(.196 .012 235));color:light-dark(oklch(.245 .02 235),oklch(.938 .006 225))}
main{max-width:26rem;padding:1.5rem;text-align:center}
svg{width:2rem;height:2rem}
rect{fill:light-dark(oklch(.452 .086 226),oklch(.53 .092 226))}
path{fill:none;stroke:oklch(.99 .004 220);stroke-width:2.2;stroke-linecap:round}
h1{margin:1rem 0 .25rem;font-size:1rem;font-weight:600}
p{margin:0;color:light-dark(oklch(.455 .019 232),oklch(.762 .012 228))}`;
const styleHash = createHash('sha256').update(style).digest('base64');
const mark =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"/>' +
  '<path d="M8.5 10v12M13.5 10v12M18.5 10v12M23.5 10v12M6 19.5 26 12.5"/></svg>';

const render = ({ title, text }: StatusPage): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title><style>${style}</style><main>${mark}<h1>${title}</h1><p>${text}</p></main></html>`;

/** Returns true for a request of a whole page. A page that is open shows its own errors and keeps what was typed. */
export const isDocument = ({ method, url = '/', headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(?:api|_next)\//.test(url) &&
  headers['rsc'] === undefined &&
  headers.accept?.includes('text/html') === true;

/** Answers with a page that opens the requested address again after some seconds. */
export function answerStatusPage(request: IncomingMessage, response: ServerResponse, page: StatusPage): void {
  response.writeHead(page.status, {
    ...buildAnswerHeaders({ isSecure: env.APP_URL.startsWith('https:') }),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
    'retry-after': String(page.retrySeconds),
    refresh: String(page.retrySeconds),
  });
  response.end(request.method === 'HEAD' ? undefined : render(page));
}
