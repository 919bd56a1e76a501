import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { builtRoutes } from './built-routes.ts';
import { formerPermissionsFile } from './case-history.ts';
import { businessRoutes } from './expectations.ts';
import { extractWords } from './hidden-words.ts';
import type { Principal } from './principals.ts';
import type { RecordIds } from './records.ts';
import { riskMark } from './records.ts';
import { toPath } from './request.ts';

/**
 * A request and its twin, in which a word that occurs nowhere replaces a word about a case. A person who may not
 * know the word must get the same response to both.
 */
export type SurfaceRequest = {
  readonly path: string;
  readonly asked: readonly string[];
  readonly twin: { readonly path: string; readonly asked: readonly string[] } | null;
};

const plainRequest = (path: string): SurfaceRequest => ({ path, asked: [], twin: null });

function withTwin(pathWith: (word: string) => string, word: string, innocent: string): SurfaceRequest {
  return { path: pathWith(word), asked: [word], twin: { path: pathWith(innocent), asked: [innocent] } };
}

/** Has the shape of the mark, and occurs nowhere. */
export const unmatchedText = riskMark.replaceAll(/[a-z]/g, 'x');
const lists = 'payments|deposits|refunds|withdrawals|exceptions|callbacks|minimums';
/** Routes that read every parameter of a list. Its page reads the rows with the same function, so one page asks for all pages. */
const listRoute = new RegExp(
  `\\[business\\]/(payments/page|(${lists})(/count|/totals|/totals/all|/export)?/route)$`,
);
/** Pages and routes that may read some. */
const searchable = new RegExp(`/((${lists})/page|\\w+/route)$`);

/** Every export column, of all lists. A list ignores those that it lacks. */
const columnNames = [
  ...readFileSync(path.resolve('lib', 'exports', 'columns', 'columns-by-list.ts'), 'utf8').matchAll(
    /^\s+(\w+):/gm,
  ),
].flatMap(([, name]) => (name === undefined ? [] : [name]));
const allColumns = `?columns=${[...new Set(columnNames)].join(',')}`;

/** Lists the requests to one route. */
function listSurfaceRequests(route: string, place: RecordIds): readonly SurfaceRequest[] {
  const at = toPath(route, place);
  const questions = [plainRequest(at)];
  // The PDF of a payment has no parameters and is slow to create.
  if (searchable.test(route) && !/\/pdf\/route$/.test(route)) {
    questions.push(withTwin((word) => `${at}?q=${word}`, riskMark, unmatchedText));
    questions.push(withTwin((id) => `${at}?q=${id}`, place.case, randomUUID()));
    questions.push(withTwin((number) => `${at}?q=${number}`, '4711', '5822'));
    questions.push(withTwin((word) => `${at}?after=${word}`, riskMark, unmatchedText));
  }
  if (listRoute.test(route)) {
    for (const name of ['status', 'object', 'columns'])
      questions.push(withTwin((word) => `${at}?${name}=${word}`, riskMark, unmatchedText));
    for (const query of ['assessment=never', 'status=BLOCKED', 'verdict=conflict', 'sort=changedAt.asc'])
      questions.push(plainRequest(`${at}?${query}`));
    questions.push(plainRequest(`${at}?only=${place.deposit}`));
  }
  if (/export\/route$/.test(route))
    for (const query of [allColumns, '?format=xlsx', '?format=pdf'])
      questions.push(plainRequest(`${at}${query}`));
  // The id of a case must behave like an unknown id of a payment.
  if (/\]\/(page|route)$/.test(route.replace('[business]/', ''))) {
    const under = (id: string) => at.replace(/[^/]+$/, id);
    questions.push(withTwin(under, place.case, randomUUID()));
    questions.push(withTwin(under, place.rule, randomUUID()));
    if (route.includes('/exports/[export]/')) questions.push(plainRequest(under(formerPermissionsFile)));
    if (route.includes('/raw/')) questions.push(plainRequest(under(`callback-${place.message}`)));
  }
  return questions;
}

/** Lists every GET request to a business, at the routes of the build. */
export function surfaces(
  place: RecordIds,
): readonly { readonly route: string; readonly question: SurfaceRequest }[] {
  const built = new Set(builtRoutes());
  return Object.keys(businessRoutes)
    .filter((route) => built.has(route) && !route.endsWith('/live/route'))
    .flatMap((route) => listSurfaceRequests(route, place).map((question) => ({ route, question })));
}

export type SurfaceAnswer = { readonly status: number; readonly text: string };

/** Requests an address. A busy server refuses with 503, which says nothing about the data, so it is asked again. */
export async function requestSurface(address: string, url: string, who: Principal): Promise<SurfaceAnswer> {
  const request = { redirect: 'manual', headers: { cookie: who.cookie } } as const;
  let response = await fetch(`${address}${url}`, request);
  while (response.status === 503) {
    await response.body?.cancel();
    await pause(500);
    response = await fetch(`${address}${url}`, request);
  }
  const headers = [...response.headers].filter(([name]) => !passingHeaders.has(name));
  const body = await extractWords(Buffer.from(await response.arrayBuffer()));
  return { status: response.status, text: `${JSON.stringify(headers)}\n${body}` };
}
const passingHeaders = new Set([
  'date',
  'content-security-policy',
  'x-request-id',
  'etag',
  'content-length',
  'set-cookie',
]);

/**
 * Runs `act` for each entry with limited concurrency. Results are in the order of the list. More at once would only wait in
 * the queue of the person, which refuses a request after some seconds.
 */
export async function mapConcurrently<In, Out>(
  list: readonly In[],
  act: (one: In) => Promise<Out>,
  atOnce = 2,
): Promise<readonly Out[]> {
  const results: Out[] = [];
  const waiting = list.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, one] of waiting) results[index] = await act(one);
    }),
  );
  return results;
}
