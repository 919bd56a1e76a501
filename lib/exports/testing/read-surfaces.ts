import fs from 'node:fs';
import path from 'node:path';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { depositList } from '#lib/deposits/schema.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { expandListRoute } from '#lib/values/list-routes.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { hiddenRecordIds } from './hidden-stores.ts';

/** The answer of a surface to one person. */
export type SurfaceReading = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

type Surface = {
  readonly file: string;
  readonly name: string;
  /** The list that a route for all lists is read for. */
  readonly list?: string;
};

/**
 * Finds the surfaces that match a pattern, by their place in app/. A route for all lists is one surface of each list.
 * Lists come before the records that they lead to.
 */
export function findSurfaces(app: string, pattern: string): readonly Surface[] {
  const found = fs.globSync(pattern, { cwd: app }).flatMap((name): readonly Surface[] => {
    const file = path.join(app, name);
    if (!name.includes('[list]')) return [{ file, name }];
    return expandListRoute(name).map(({ route, list }) => ({ file, name: route, list }));
  });
  return found.sort((one, other) => (one.name < other.name ? 1 : -1));
}
type Handler = (request: Request, params: { params: Promise<Record<string, string>> }) => Promise<Response>;

const lists: Readonly<Record<string, ListSpec>> = {
  callbacks: callbackList,
  withdrawals: withdrawalList,
  deposits: depositList,
  payments: paymentList,
};

/** Returns every id under these names in the readings so far. */
function listIds(readings: ReadonlyMap<string, SurfaceReading>, names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) look(item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) {
        if (names.includes(name) && typeof item === 'string') found.add(item);
        look(item);
      }
  };
  for (const { body } of readings.values()) look(body);
  return [...found];
}

const missingId = '00000000-0000-4000-8000-000000000000';

/** Returns values for a dynamic path part: records of the store, and ids from lists and timelines. */
function listValues(part: string, readings: ReadonlyMap<string, SurfaceReading>): readonly string[] {
  switch (part) {
    case 'payment':
      return [hiddenRecordIds.payment, missingId];
    case 'deposit':
      return [hiddenRecordIds.deposit, missingId];
    case 'withdrawal':
      return [hiddenRecordIds.withdrawal, hiddenRecordIds.heldWithdrawal, missingId];
    case 'message':
      return [...listIds(readings, ['messageId']), missingId];
    case 'observation':
      return [
        ...listIds(readings, ['raw']).filter((id) => /^(answer|callback)-/.test(id)),
        `answer-${missingId}`,
      ];
    case 'entry':
      return [...listIds(readings, ['entryId']), missingId];
    case 'refusal':
      return [...listIds(readings, ['refusalId']), '1'];
    default:
      return [missingId];
  }
}

/** A filter with more choices lists currencies, networks or the like. */
const maxChoices = 8;

/** Returns the searches for a surface: each filter choice, and the names of the records. */
function listSearches(name: string): readonly Readonly<Record<string, string>>[] {
  if (/\/told\/route/.test(name)) return Object.keys(lists).map((list) => ({ list }));
  if (/\/search\/route/.test(name)) return Object.values(hiddenRecordIds).map((q) => ({ q }));
  const list = Object.keys(lists).find((one) => name.endsWith(`/${one}/route.ts`));
  const spec = list === undefined ? undefined : lists[list];
  if (spec === undefined) return [{}];
  const choices = Object.entries(spec.filters).flatMap(([filter, { kind, ...rest }]) => {
    if (kind === 'choice' && 'choices' in rest && rest.choices.length <= maxChoices)
      return rest.choices.map(({ value }) => ({ [filter]: value }));
    return kind === 'days' ? [{ [filter]: '2026-10-26..2026-10-26' }] : [];
  });
  const sorts = Object.keys(spec.sorts ?? {}).map((by) => ({ by }));
  return [{}, ...choices, ...sorts, { q: hiddenRecordIds.withdrawal }, { q: hiddenRecordIds.reference }];
}

const combine = (parts: readonly string[], readings: ReadonlyMap<string, SurfaceReading>) =>
  parts.reduce<readonly Readonly<Record<string, string>>[]>(
    (all, part) =>
      all.flatMap((one) => listValues(part, readings).map((value) => ({ ...one, [part]: value }))),
    [{}],
  );

/** Reads a surface with each value of its path parts and each search. Returns the answers by address. */
export async function readSurface(
  { file, name, list }: Surface,
  businessId: string,
  readings: ReadonlyMap<string, SurfaceReading>,
  only?: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, SurfaceReading>> {
  const parts = [...name.matchAll(/\[([a-zA-Z.]+)\]/g)]
    .map(([, part]) => part ?? '')
    .filter((part) => part !== 'business');
  const all = combine(parts, readings).flatMap((params) =>
    (only === undefined ? listSearches(name) : [only]).map((search) => ({ params, search })),
  );
  const read = await Promise.all(
    all.map(async ({ params, search }) => {
      const record = Object.values(params)[0];
      const pathParams = {
        business: businessId,
        ...params,
        ...(list !== undefined && { list, ...(record !== undefined && { record }) }),
      };
      const reading = name.endsWith('route.ts')
        ? readRoute(file, pathParams, search)
        : readPage(file, pathParams, search);
      return [`${name} ${JSON.stringify(params)} ${JSON.stringify(search)}`, await reading] as const;
    }),
  );
  return new Map(read);
}

async function readRoute(
  file: string,
  params: Readonly<Record<string, string>>,
  search: Readonly<Record<string, string>>,
): Promise<SurfaceReading> {
  const { GET }: { GET?: Handler } = await import(file);
  if (GET === undefined) return { status: 405, headers: {}, body: null };
  const request = new Request(`http://localhost:3000/?${new URLSearchParams(search)}`);
  const response = await GET(request, { params: Promise.resolve({ ...params }) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const text = bytes.toString(type.includes('json') || type.includes('text') ? 'utf8' : 'base64');
  return {
    status: response.status,
    // The request id differs on every request and carries no content.
    headers: { ...Object.fromEntries(response.headers), 'x-request-id': '' },
    body: parseBody(type, text.replaceAll(response.headers.get('x-request-id') ?? '\u0000', '')),
  };
}

function parseBody(type: string, text: string): unknown {
  if (type.includes('application/json')) return JSON.parse(text);
  return type.includes('text/csv') ? readCsvRows(text) : text;
}

/** Reads the rows of a CSV file by column name, so that a difference has a name. */
function readCsvRows(csv: string): readonly Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = csv
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => Array.from(line.matchAll(/"((?:[^"]|"")*)"|([^,]+)|(?<=,|^)(?=,|$)/g), ([cell]) => cell));
  return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [names[at] ?? `${at}`, cell])));
}

type Page = (params: { params: Promise<unknown>; searchParams: Promise<unknown> }) => Promise<unknown>;

async function readPage(
  file: string,
  params: Readonly<Record<string, string>>,
  search: Readonly<Record<string, string>>,
): Promise<SurfaceReading> {
  const { default: page }: { default: Page } = await import(file);
  try {
    const element = await page({ params: Promise.resolve(params), searchParams: Promise.resolve(search) });
    return { status: 200, headers: {}, body: readProps(element) };
  } catch (thrown) {
    const { message } = thrown instanceof Error ? thrown : { message: String(thrown) };
    return { status: 500, headers: {}, body: message };
  }
}

/** Returns the props of a React element and of its descendants: the data that the server sends to the browser. */
function readProps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readProps);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Map) return readProps([...value]);
  if (typeof value !== 'object' || value === null) return value;
  const params = 'props' in value && '$$typeof' in value ? value.props : value;
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(Object.entries(params).map(([name, item]) => [name, readProps(item)]));
}

/** Lists the fields of an answer by surface and path. Items of a list share a field. */
export function listFields(address: string, { headers, body }: SurfaceReading): readonly string[] {
  const surface = path.basename(path.dirname(address.split(' ')[0] ?? '')) + address.split(' ')[0];
  const fields = new Set<string>(Object.keys(headers).map((name) => `${surface} header ${name}`));
  const look = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const item of value) look(item, `${at}[]`);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) look(item, `${at}.${name}`);
    else fields.add(`${surface} ${at}`);
  };
  look(body, '');
  return [...fields];
}

/** Lists the paths of fields that differ, or of rows in only one of the readings. */
export function listDifferences(one: unknown, other: unknown, at = ''): readonly string[] {
  if (Object.is(one, other)) return [];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return [at];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...names].flatMap((name) => listDifferences(left.get(name), right.get(name), `${at}.${name}`));
}
