import { navigationLinks } from './fixtures/pages.ts';
import type { Session } from './fixtures/test.ts';
import { expect, test } from './fixtures/test.ts';

/** Maximum first load in kB gzip. */
const limits = { list: 240, other: 200 } as const;
const listNames = /^(Payments|Deposits|Refunds|Exceptions|Withdrawals|Reviews|Callbacks|Audit)$/;

/**
 * These are to come down to 200 as well. The browser needs their own code, because they show live changes or check a form
 * while it is filled in.
 */
const heavier: Readonly<Record<string, number>> = {
  Overview: 212,
  'New payment': 237,
  Business: 206,
  Minimums: 201,
  Connection: 201,
  Reviews: 242,
  Team: 201,
  Settings: 203,
  'one of payments': 233,
  'one of deposits': 216,
  'one of withdrawals': 214,
  'one of reviews': 244,
};

function findLimit(name: string): number {
  return (heavier[name] ?? (listNames.test(name) ? limits.list : limits.other)) * 1024;
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

test('loads no more JavaScript at first than the limit of each kind of page', async ({ owner }) => {
  const links = [...(await navigationLinks(owner)), ...(await recordPages(owner))];
  const pages = [...links, { name: 'New payment', path: `/${owner.businessId}/payments/new` }];
  const weights: Record<string, number> = {};
  for (const link of pages) {
    // Uses a new browser page, because the cache is no longer empty after the first one.
    const page = await owner.context.newPage();
    // Live changes of other tests would load additional code.
    await page.route(/\/live$/, (route) => route.fulfill({ status: 204 }));
    const session = await owner.context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const scripts = new Set<string>();
    let bytes = 0;
    session.on('Network.responseReceived', (event) => {
      if (event.type === 'Script') scripts.add(event.requestId);
    });
    // Response bodies as sent over the wire, without headers.
    session.on('Network.dataReceived', (event) => {
      if (scripts.has(event.requestId)) bytes += event.encodedDataLength;
    });
    await page.goto(link.path, { waitUntil: 'load' });
    // Later scripts are not part of the first load.
    weights[link.name] = bytes;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.close();
  }
  const figures = Object.entries(weights).map(([name, bytes]) => `${name} ${Math.round(bytes / 1024)} kB`);
  test.info().annotations.push({ type: 'first-load JavaScript', description: figures.join(', ') });
  console.log(`First-load JavaScript: ${figures.join(', ')}`);
  expect(Object.entries(weights).filter(([name, bytes]) => bytes === 0 || bytes > findLimit(name))).toEqual(
    [],
  );
});
