import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { builtRoutes } from './built-routes.ts';
import { fileOfOldRights } from './case-history.ts';
import { ofBusiness } from './expectations.ts';
import { extractWords } from './hidden-words.ts';
import type { Place } from './places.ts';
import { riskMark } from './places.ts';
import type { Principal } from './principals.ts';
import { toPath } from './request.ts';

/**
 * A question, and the same with a word that nobody ever wrote in place of a word of the desk: whoever may not know
 * that word must get the same answer to both.
 */
export type Question = {
  readonly path: string;
  readonly asked: readonly string[];
  readonly twin: { readonly path: string; readonly asked: readonly string[] } | null;
};

const plainQuestion = (path: string): Question => ({ path, asked: [], twin: null });

function withTwin(pathWith: (word: string) => string, word: string, innocent: string): Question {
  return { path: pathWith(word), asked: [word], twin: { path: pathWith(innocent), asked: [innocent] } };
}

/** Of the mark's shape, and nowhere. */
export const innocentWord = riskMark.replaceAll(/[a-z]/g, 'x');
const listPage = /\/(payments|deposits|refunds|withdrawals|exceptions|callbacks|minimums)\/page$/;

/** Every column that a file can be asked for, and more: a list takes those that it has. */
const columnNames = [
  ...readFileSync(path.resolve('lib', 'exports', 'columns', 'chosen-columns.ts'), 'utf8').matchAll(
    /^\s+(\w+):/gm,
  ),
].flatMap(([, name]) => (name === undefined ? [] : [name]));
const allColumns = `?columns=${[...new Set(columnNames)].join(',')}`;

/** What is asked at a place of the product. */
function questionsAt(route: string, place: Place): readonly Question[] {
  const at = toPath(route, place);
  const questions = [plainQuestion(at)];
  const isList = listPage.test(route) || /\/(\w+|count|totals|all|export)\/route$/.test(route);
  if (isList) {
    for (const name of ['q', 'status', 'after', 'object', 'columns'])
      questions.push(withTwin((word) => `${at}?${name}=${word}`, riskMark, innocentWord));
    questions.push(withTwin((id) => `${at}?q=${id}`, place.case, randomUUID()));
    questions.push(withTwin((number) => `${at}?q=${number}`, '4711', '5822'));
    for (const query of ['assessment=never', 'status=BLOCKED', 'verdict=conflict', 'sort=changedAt.asc'])
      questions.push(plainQuestion(`${at}?${query}`));
    questions.push(plainQuestion(`${at}?only=${place.deposit}`));
  }
  if (/export\/route$/.test(route))
    for (const query of [allColumns, '?format=xlsx', '?format=pdf'])
      questions.push(plainQuestion(`${at}${query}`));
  // Under the id of a case there is no payment, as there is none under any other id.
  if (/\]\/(page|route)$/.test(route.replace('[business]/', ''))) {
    const under = (id: string) => at.replace(/[^/]+$/, id);
    questions.push(withTwin(under, place.case, randomUUID()));
    questions.push(withTwin(under, place.rule, randomUUID()));
    if (route.includes('/exports/[export]/')) questions.push(plainQuestion(under(fileOfOldRights)));
    if (route.includes('/raw/')) questions.push(plainQuestion(under(`callback-${place.message}`)));
  }
  return questions;
}

/** Everything that can be asked of a business with GET, at the places that the build serves. */
export function surfaces(place: Place): readonly { readonly route: string; readonly question: Question }[] {
  const built = new Set(builtRoutes());
  return Object.keys(ofBusiness)
    .filter((route) => built.has(route) && !route.endsWith('/live/route'))
    .flatMap((route) => questionsAt(route, place).map((question) => ({ route, question })));
}

export type SurfaceAnswer = { readonly status: number; readonly text: string };

export async function requestSurface(address: string, asked: string, who: Principal): Promise<SurfaceAnswer> {
  const response = await fetch(`${address}${asked}`, { redirect: 'manual', headers: { cookie: who.cookie } });
  const headers = [...response.headers].filter(([name]) => !passingHeaders.has(name));
  const body = extractWords(Buffer.from(await response.arrayBuffer()));
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

/** Runs so many at a time, in order of their places. */
export async function mapConcurrently<In, Out>(
  list: readonly In[],
  act: (one: In) => Promise<Out>,
  atOnce = 6,
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
