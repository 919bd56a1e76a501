import type { ProblemCode } from '#lib/values/errors.ts';
import type { Place } from './places.ts';
import type { Principal } from './principals.ts';

/** What somebody got: the words of the expectations, or the status where it is none of them. */
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

function outcomeOf(response: Response): Outcome {
  const location = response.headers.get('location') ?? '';
  const leadsTo = response.status === 307 ? new URL(location, response.url).pathname : '';
  if (leadsTo === '/sign-in') return 'sign in';
  // A business's own address leads to its first page.
  if (leadsTo === `${new URL(response.url).pathname}/overview`) return 'allowed';
  return byStatus.get(response.status) ?? `status ${response.status}`;
}

/** Takes every address that no page has. */
const anyPath = '[...nothing]';

/** `/(dashboard)/[business]/payments/[payment]/page` at a place. */
export function toPath(route: string, place: Place): string {
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

/** What somebody got, and every word of it. */
export type Answer = { readonly outcome: Outcome; readonly text: string };

export async function askFor(url: string, who: Principal): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', headers: { cookie: who.cookie } });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return { outcome: outcomeOf(response), text: await response.text() };
  // A live stream would go on.
  await response.body?.cancel();
  return { outcome: outcomeOf(response), text: '' };
}

/** Sends something where one may only ask, or where one may not come at all. Answers the status. */
export async function sendTo(
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

/** What an action may say to somebody whom it let in: that it can't be done now. Never that we made a mistake. */
export type LetIn = Exclude<ProblemCode, 'unauthenticated' | 'forbidden' | 'not-found' | 'internal'>;

/**
 * Calls a server action as a browser does, posted to a page that is open to everybody. A refusal that is neither of
 * access nor among those that the action is known for is told as it is.
 */
export async function act(
  address: string,
  action: string,
  input: unknown,
  who: Principal,
  origin: string | null = address,
  letIn: readonly LetIn[] = [],
): Promise<Outcome> {
  const { status, text } = await postForm(address, action, input, who, origin);
  const refusal = /"ok":false,"code":"([a-z-]+)"/.exec(text)?.[1];
  if (refusal !== undefined)
    return letIn.some((code) => code === refusal) ? 'allowed' : (codes.get(refusal) ?? `refused: ${refusal}`);
  return /"ok":true/.test(text) ? 'allowed' : `status ${status}`;
}

/** The same, and every word of the answer. */
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

/** A page's own part, as a browser that has the layouts already asks for it: no layout stands before it then. */
export async function pageAlone(
  address: string,
  route: string,
  place: Place,
  who: Principal,
): Promise<Answer> {
  const headers = {
    cookie: who.cookie,
    rsc: '1',
    'next-router-state-tree': encodeURIComponent(JSON.stringify(stateTree(route, place))),
  };
  const url = `${address}${toPath(route, place)}`;
  // Next names the address under which it wants such headers; a browser would have known it.
  const named = await fetch(url, { redirect: 'manual', headers });
  const location = new URL(named.headers.get('location') ?? url, url);
  const isRenamed = location.searchParams.has('_rsc');
  const response = isRenamed ? await fetch(location, { redirect: 'manual', headers }) : named;
  const text = await response.text();
  return { outcome: response.status === 200 ? toldIn(text) : outcomeOf(response), text };
}

function toldIn(text: string): Outcome {
  if (/NEXT_REDIRECT;[a-z]+;\/sign-in/.test(text)) return 'sign in';
  const refusal = /NEXT_HTTP_ERROR_FALLBACK;(\d+)/.exec(text)?.[1];
  return refusal === undefined ? 'allowed' : (byStatus.get(Number(refusal)) ?? 'forbidden');
}

/** What the router of such a browser says that it has: everything, and it wants the page anew. */
function stateTree(route: string, place: Place): unknown {
  const values = new Map<string, string>(Object.entries(place));
  const parts = route.split('/').slice(0, -1);
  return parts.reduceRight<unknown>(
    (below, part) => {
      const name = /^\[(\w+)\]$/.exec(part)?.[1];
      const given = name === undefined ? part : [name, values.get(name), 'd', null];
      const segment = part === anyPath ? ['nothing', 'no/such/page', 'c', null] : given;
      return [segment, { children: below }, null, null];
    },
    ['__PAGE__', {}, null, 'refetch'],
  );
}
