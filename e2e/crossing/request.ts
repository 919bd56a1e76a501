import type { ProblemCode } from '#lib/values/errors.ts';
import type { Principal } from './principals.ts';
import type { RecordIds } from './records.ts';

/** The result of a request: a word of the expectations, or the status where none applies. */
export type Outcome =
  | 'allowed'
  | 'sign in'
  | 'not found'
  | 'forbidden'
  | `refused: ${string}`
  | `status ${number}`;

const byStatus = new Map<number, Outcome>([
  [200, 'allowed'],
  [204, 'allowed'],
  [401, 'sign in'],
  [403, 'forbidden'],
  [404, 'not found'],
]);

function classifyResponse(response: Response): Outcome {
  const location = response.headers.get('location') ?? '';
  const leadsTo = response.status === 307 ? new URL(location, response.url).pathname : '';
  if (leadsTo === '/sign-in') return 'sign in';
  // The address of a business redirects to its first page.
  if (leadsTo === `${new URL(response.url).pathname}/overview`) return 'allowed';
  return byStatus.get(response.status) ?? `status ${response.status}`;
}

/** The catch-all segment of addresses without a page. */
const anyPath = '[...nothing]';

/** Fills in `/(dashboard)/[business]/payments/[payment]/page` with the ids of a place. */
export function toPath(route: string, place: RecordIds): string {
  const values = new Map<string, string>(Object.entries(place));
  const parts = route
    .split('/')
    .slice(1, -1)
    .filter((part) => !part.startsWith('('))
    .map((part) => {
      if (part === anyPath) return 'no/such/page';
      const name = /^\[(\w+)\]$/.exec(part)?.[1];
      if (name === undefined) return part;
      const value = values.get(name);
      if (value === undefined) throw new Error(`the crossing knows no ${name}: ${route}`);
      return value;
    });
  return `/${parts.join('/')}`;
}

/** A result, with the whole text of the response. */
export type Answer = { readonly outcome: Outcome; readonly text: string };

/** Sends a GET request, or a POST request from one of our own pages. */
export async function requestAs(
  url: string,
  who: Principal,
  method: 'GET' | 'POST' = 'GET',
): Promise<Answer> {
  const headers = { cookie: who.cookie, ...(method === 'POST' && { origin: new URL(url).origin }) };
  const response = await fetch(url, { method, redirect: 'manual', headers });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return { outcome: classifyResponse(response), text: await response.text() };
  // A live stream would not end.
  await response.body?.cancel();
  return { outcome: classifyResponse(response), text: '' };
}

/** Sends a request with a method that the route may not have. Returns the status. */
export async function sendStatus(
  url: string,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  who: Principal,
  origin: string | null,
): Promise<number> {
  const headers = { cookie: who.cookie, ...(origin !== null && { origin }) };
  const response = await fetch(url, { method, redirect: 'manual', headers, body: '{}' });
  await response.body?.cancel();
  return response.status;
}

const codes = new Map<string, Outcome>([
  ['unauthenticated', 'sign in'],
  ['forbidden', 'forbidden'],
  ['not-found', 'not found'],
]);

/**
 * Codes by which an action may refuse a permitted person: it can't be done now. An internal error is never
 * expected.
 */
export type AllowedResult = Exclude<ProblemCode, 'unauthenticated' | 'forbidden' | 'not-found' | 'internal'>;

/**
 * Posts a server action as a browser does, to a page that is open without a session. Returns the message of a
 * refusal that is neither about access nor listed for the action.
 */
export async function callAction(
  address: string,
  action: string,
  input: unknown,
  who: Principal,
  origin: string | null = address,
  letIn: readonly AllowedResult[] = [],
): Promise<Outcome> {
  const { status, text } = await postForm(address, action, input, who, origin);
  const refusal = /"ok":false,"code":"([a-z-]+)"/.exec(text)?.[1];
  if (refusal !== undefined)
    return letIn.some((code) => code === refusal) ? 'allowed' : (codes.get(refusal) ?? `refused: ${refusal}`);
  return /"ok":true/.test(text) ? 'allowed' : `status ${status}`;
}

/** The same, with the whole text of the response. */
export async function postForm(
  address: string,
  action: string,
  input: unknown,
  who: Principal,
  origin: string | null = address,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${address}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: who.cookie,
      'next-action': action,
      accept: 'text/x-component',
      'content-type': 'text/plain;charset=UTF-8',
      ...(origin !== null && { origin }),
    },
    body: JSON.stringify([input]),
  });
  return { status: response.status, text: await response.text() };
}

/**
 * The addresses of pages' own parts. Next redirects to the address that it derives from the headers. It is the same for
 * each person, and a browser would already use it.
 */
const expectedAddresses = new Map<string, string>();

/** Requests only a page's own part, as a browser does that already has the layouts. No layout can refuse it then. */
export async function getPageWithoutLayout(
  address: string,
  route: string,
  place: RecordIds,
  who: Principal,
): Promise<Answer> {
  const headers = {
    cookie: who.cookie,
    rsc: '1',
    'next-router-state-tree': encodeURIComponent(JSON.stringify(stateTree(route, place))),
  };
  const url = `${address}${toPath(route, place)}`;
  const request = (to: string) => fetch(to, { redirect: 'manual', headers });
  const first = await request(expectedAddresses.get(url) ?? url);
  const location = new URL(first.headers.get('location') ?? url, url);
  const isRenamed = location.searchParams.has('_rsc');
  if (isRenamed) expectedAddresses.set(url, location.href);
  const response = isRenamed ? await request(location.href) : first;
  const text = await response.text();
  return { outcome: response.status === 200 ? readOutcome(text) : classifyResponse(response), text };
}

function readOutcome(text: string): Outcome {
  if (/NEXT_REDIRECT;[a-z]+;\/sign-in/.test(text)) return 'sign in';
  const refusal = /NEXT_HTTP_ERROR_FALLBACK;(\d+)/.exec(text)?.[1];
  return refusal === undefined ? 'allowed' : (byStatus.get(Number(refusal)) ?? 'forbidden');
}

/** The router state of such a browser: it has every layout and requests the page again. */
function stateTree(route: string, place: RecordIds): unknown {
  const values = new Map<string, string>(Object.entries(place));
  const parts = route.split('/').slice(0, -1);
  return parts.reduceRight<unknown>(
    (below, part) => {
      const name = /^\[(\w+)\]$/.exec(part)?.[1];
      const routeSegment = name === undefined ? part : [name, values.get(name), 'd', null];
      const segment = part === anyPath ? ['nothing', 'no/such/page', 'c', null] : routeSegment;
      return [segment, { children: below }, null, null];
    },
    ['__PAGE__', {}, null, 'refetch'],
  );
}
