import { gzipSync } from 'node:zlib';
import { listFirstLoadScripts, readBuiltScript } from '#tools/testing/first-load-scripts.ts';
import { builtRoutes } from './crossing/built-routes.ts';
import { mapConcurrently } from './crossing/surfaces.ts';
import { navigationLinks } from './fixtures/pages.ts';
import type { Session } from './fixtures/test.ts';
import { expect, test } from './fixtures/test.ts';

/** Maximum first load in kB gzip. */
const limits = { list: 250, other: 225 } as const;

const toRoute = (path: string): string => `/(dashboard)/[business]/${path}/page`;

/** Pages with a list of rows. Every other page of the build has the lower limit, also a new one. */
const listPaths = [
  'payments',
  'payments/bulk/[batch]',
  'deposits',
  'refunds',
  'exceptions',
  'withdrawals',
  'reviews',
  'reviews/reports',
  'callbacks',
  'audit',
];
const lists: readonly string[] = listPaths.map(toRoute);

const findLimit = (route: string): number => (lists.includes(route) ? limits.list : limits.other);

const sizes = new Map<string, number>();

/** Returns the size in bytes of a script of the build, compressed as the server compresses it. */
function measureScript(script: string): number {
  const size = sizes.get(script) ?? gzipSync(readBuiltScript(script)).length;
  sizes.set(script, size);
  return size;
}

/** Returns the first load of a page in kB gzip. Parts that load later are not in it. */
const measureFirstLoad = (route: string): number =>
  listFirstLoadScripts(route).reduce((sum, script) => sum + measureScript(script), 0) / 1024;

test('loads no more JavaScript at first than the limit of each page of the build', () => {
  const pages = builtRoutes().filter((route) => route.endsWith('/page'));
  expect(pages).toEqual(expect.arrayContaining([...lists]));
  const weights = pages.map((route) => ({ route, weight: measureFirstLoad(route) }));
  const figures = weights
    .sort((left, right) => right.weight - left.weight)
    .map(({ route, weight }) => `${route} ${weight.toFixed(1)} kB`);
  test.info().annotations.push({ type: 'first-load JavaScript', description: figures.join(', ') });
  console.log(`First-load JavaScript:\n${figures.join('\n')}`);
  // React alone is heavier than 100 kB, so a lower figure would be a mistake of this test.
  expect(weights.filter(({ route, weight }) => weight < 100 || weight > findLimit(route))).toEqual([]);
});

/** The most that the document of a list contains: its first rows as HTML, and all rows once as data. */
const documentLimits = { bytes: 150_000, elements: 1_500 };

test('sends no heavier document than the limit for each list', async ({ owner }) => {
  const { context, businessId } = owner;
  const figures: string[] = [];
  for (const path of listPaths.filter((one) => !one.includes('['))) {
    const html = await (await context.request.get(`/${businessId}/${path}`)).text();
    const bytes = Buffer.byteLength(html);
    const elements = html.replaceAll(/<script.*?<\/script>/gs, '').match(/<[a-z]/g)?.length ?? 0;
    figures.push(`${path} ${(bytes / 1000).toFixed(1)} kB, ${elements} elements`);
    expect(elements, path).toBeGreaterThan(100);
    expect(bytes, path).toBeLessThanOrEqual(documentLimits.bytes);
    expect(elements, path).toBeLessThanOrEqual(documentLimits.elements);
  }
  test.info().annotations.push({ type: 'documents of lists', description: figures.join(', ') });
  console.log(`Documents of lists:\n${figures.join('\n')}`);
});

/** Pages of single records, with the field of a list's row that has the record's id. */
const recordRoutes = {
  payments: { route: 'payments/[payment]', id: 'paymentId' },
  deposits: { route: 'deposits/[deposit]', id: 'depositId' },
  withdrawals: { route: 'withdrawals/[withdrawal]', id: 'withdrawalId' },
  reviews: { route: 'reviews/[case]', id: 'caseId' },
} as const;

/** Finds the address of the first record of each list. */
const findRecordPages = ({ context, businessId }: Session) =>
  Promise.all(
    Object.entries(recordRoutes).map(async ([list, { route, id }]) => {
      const { rows } = await (await context.request.get(`/api/businesses/${businessId}/${list}`)).json();
      const recordId: unknown = rows[0]?.[id];
      expect(recordId, list).toEqual(expect.any(String));
      return { route: toRoute(route), path: `/${businessId}/${list}/${recordId}` };
    }),
  );

const scriptPath = /\/_next\/(static\/[\w~./-]+\.js)/g;

/** Lists the scripts that the HTML of a page names, by their path below `.next`. */
async function listNamedScripts({ context }: Session, path: string): Promise<readonly string[]> {
  const page = await (await context.request.get(path)).text();
  // Only browsers without modules load these.
  const html = page.replace(/<script[^>]*\bnomodule\b[^>]*>/gi, '');
  return [...new Set([...html.matchAll(scriptPath)].flatMap(([, script]) => script ?? []))];
}

test('names no script in the HTML of a page that its first load doesn’t count', async ({ owner }) => {
  const links = await navigationLinks(owner);
  const pages = [
    ...links.map(({ path }) => ({ route: toRoute(path.split('/').slice(2).join('/')), path })),
    ...(await findRecordPages(owner)),
    ...['payments/new', 'reviews/figures', 'reviews/rules/new', 'reviews/counterparty'].map((path) => ({
      route: toRoute(path),
      path: `/${owner.businessId}/${path}`,
    })),
  ];
  await mapConcurrently(pages, async ({ route, path }) => {
    const named = await listNamedScripts(owner, path);
    const counted = listFirstLoadScripts(route);
    expect(named.length, route).toBeGreaterThan(counted.length / 2);
    expect(
      named.filter((script) => !counted.includes(script)),
      route,
    ).toEqual([]);
  });
});
