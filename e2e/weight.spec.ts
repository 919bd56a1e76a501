import { gzipSync } from 'node:zlib';
import { navigationLinks } from './fixtures/pages.ts';
import type { Session } from './fixtures/test.ts';
import { expect, test } from './fixtures/test.ts';

/** Maximum first load in kB gzip. */
const limits = { list: 240, other: 200 } as const;
const listNames = /^(Payments|Deposits|Refunds|Exceptions|Withdrawals|Reviews|Callbacks|Audit)$/;

function findLimit(name: string): number {
  return (listNames.test(name) ? limits.list : limits.other) * 1024;
}

/** Finds the page of the first record of each list. */
async function recordPages({ page, open }: Session) {
  const found: { name: string; path: string }[] = [];
  for (const list of ['payments', 'deposits', 'withdrawals', 'reviews']) {
    await open(list);
    const link = page.getByRole('row').nth(1).getByRole('link').first();
    found.push({ name: `one of ${list}`, path: (await link.getAttribute('href')) ?? '' });
  }
  return found;
}

const scriptPath = /\/_next\/static\/[\w~./-]+\.js/g;

/** Measures the scripts that the HTML of a page names, compressed as the server compresses them. Parts that load later are not in it. */
async function measureFirstLoad(
  { context }: Session,
  path: string,
  sizes: Map<string, number>,
): Promise<number> {
  const page = await (await context.request.get(path)).text();
  // Only browsers without modules load these.
  const html = page.replace(/<script[^>]*\bnomodule\b[^>]*>/gi, '');
  let bytes = 0;
  for (const script of new Set(html.match(scriptPath) ?? [])) {
    const known = sizes.get(script);
    const size = known ?? gzipSync(await (await context.request.get(script)).body()).length;
    sizes.set(script, size);
    bytes += size;
  }
  return bytes;
}

test('loads no more JavaScript at first than the limit of each kind of page', async ({ owner }) => {
  const links = [...(await navigationLinks(owner)), ...(await recordPages(owner))];
  const pages = [...links, { name: 'New payment', path: `/${owner.businessId}/payments/new` }];
  const sizes = new Map<string, number>();
  const weights: Record<string, number> = {};
  for (const { name, path } of pages) weights[name] = await measureFirstLoad(owner, path, sizes);
  const figures = Object.entries(weights).map(([name, bytes]) => `${name} ${(bytes / 1024).toFixed(1)} kB`);
  test.info().annotations.push({ type: 'first-load JavaScript', description: figures.join(', ') });
  console.log(`First-load JavaScript: ${figures.join(', ')}`);
  expect(
    Object.entries(weights).filter(([name, bytes]) => bytes < 100 * 1024 || bytes > findLimit(name)),
  ).toEqual([]);
});
