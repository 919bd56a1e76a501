import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { computeCursorChecksum, formatCursor } from '#lib/lists/cursor.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { paymentDefinition } from '#lib/payments/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { SignedInBrowser } from './pages-browser.ts';
import { measureCase, measureFirstRow, measureNewRows, openWindow, signInBrowser } from './pages-browser.ts';
import type { BenchSamples, Client } from './pages-database.ts';
import { connectTo, measureCopy, readBenchSamples } from './pages-database.ts';
import type { PagesProduct } from './pages-folder.ts';
import { startPagesProduct } from './pages-folder.ts';
import { countAnswersDuring, measureAnswersPerSecond, measureLines, median, p95 } from './pages-requests.ts';
import { requireBuild } from './require-build.ts';

/**
 * `npm run bench:pages [-- --payments N] [--rounds N]` measures the list of payments in Chromium with a million
 * payments. The first run creates them, always the same; with DATABASE_URL it uses the existing ones. It also
 * compares an export of 100,000 rows with COPY, measures how the export affects other requests, and counts list
 * responses per second, each with its count. Prints JSON lines: the figure, its goal, and whether it was met, and to stderr what
 * it does.
 */
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
    rows: { type: 'string', default: '100000' },
  },
});
const rounds = Number(values.rounds);
const rows = Number(values.rows);

const rounded = (value: number) => Math.round(value * 100) / 100;
const report = (name: string, figure: number, goal: number, isMet: boolean, more: object = {}) =>
  console.log(
    JSON.stringify({
      bench: 'pages',
      what: name,
      figure: rounded(figure),
      goal,
      met: isMet,
      ...more,
      load: rounded(os.loadavg()[0] ?? 0),
    }),
  );
const atMost = (name: string, figure: number, goal: number, more: object = {}) =>
  report(name, figure, goal, figure <= goal, more);

async function measureBrowser(
  place: PagesProduct,
  desk: SignedInBrowser,
  around: BenchSamples,
): Promise<void> {
  const list = `/${desk.businessId}/payments`;
  const [cold, warm, filter, deep, search, cases]: number[][] = [[], [], [], [], [], []];
  const sealed = computeCursorChecksum(paymentDefinition, toId<BusinessId>(desk.businessId), wholeList);
  const middle = formatCursor({ key: around.micros, id: around.id }, sealed);
  for (let round = 0; round <= rounds; round += 1) {
    console.error(`round ${round} of ${rounds} in the browser`);
    const { context, page } = await openWindow(desk, place.address);
    const coldMs = await measureFirstRow(page, list);
    await page.waitForLoadState('networkidle');
    const warmMs = await measureFirstRow(page, list);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    const filterMs = await measureNewRows(page, () =>
      page.getByRole('checkbox', { name: 'Expired', exact: true }).click(),
    );
    await page.goto(`${list}?after=${middle}`);
    await page.waitForLoadState('networkidle');
    const deepMs = await measureNewRows(page, () => page.getByRole('link', { name: 'Next' }).click());
    await page.goto(list);
    await page.waitForLoadState('networkidle');
    const hash = around.hashes[round % around.hashes.length];
    const box = page.getByRole('searchbox', { name: 'Search' });
    const searchMs = await measureNewRows(
      page,
      async () => {
        await box.fill(hash?.hash ?? '');
        await box.press('Enter');
      },
      hash?.payment ?? null,
    );
    const caseId = around.cases[round % Math.max(around.cases.length, 1)];
    const caseMs =
      caseId === undefined ? null : await measureCase(page, `/${desk.businessId}/reviews/${caseId}`);
    await context.close();
    // The first round warms the server up.
    if (round === 0) continue;
    for (const [into, ms] of [
      [cold, coldMs],
      [warm, warmMs],
      [filter, filterMs],
      [deep, deepMs],
      [search, searchMs],
    ] as const)
      into?.push(ms / 1_000);
    if (caseMs !== null) cases?.push(caseMs / 1_000);
  }
  const seconds = (name: string, taken: readonly number[] = [], goal: number) =>
    atMost(name, median(taken), goal, {
      unit: 's',
      worst: rounded(Math.max(...taken)),
      payments: around.payments,
    });
  seconds('cold to first row', cold, 1);
  seconds('warm to first row', warm, 0.4);
  seconds('filter', filter, 0.25);
  seconds('deep page', deep, 0.25);
  seconds('search by hash', search, 0.25);
  if (around.cases.length > 0) seconds('case page', cases, 0.3);
}

/** Exports the same rows by COPY and by our export. During each, a client reads lists as before. */
async function measureExport(place: PagesProduct, client: Client, businessId: string, cookie: string) {
  const api = `/api/businesses/${businessId}/payments`;
  const lists = [api, `${api}?status=EXPIRED`, `${api}?displayCurrency=EUR`];
  const quiet = await countAnswersDuring(
    place.address,
    lists,
    cookie,
    new Promise((end) => setTimeout(end, 5_000)),
  );
  await measureCopy(client, businessId, rows);
  const [copied, exported]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    copied.push(await measureCopy(client, businessId, rows));
    exported.push(await measureLines(`${place.address}${api}/export`, cookie, rows));
  }
  atMost('CSV against COPY', median(exported) / median(copied), 3.3, {
    unit: 'times as long',
    rows,
    seconds: rounded(median(exported)),
    copySeconds: rounded(median(copied)),
  });
  const exporting = measureLines(`${place.address}${api}/export`, cookie, rows);
  const during = await countAnswersDuring(place.address, lists, cookie, exporting);
  // There are two cores: an export may use a share of one, but must not block other requests.
  atMost('a list during an export, 95 of 100', p95(during), 250, {
    unit: 'ms',
    median: rounded(median(during)),
    quietMedian: rounded(median(quiet)),
    quietP95: rounded(p95(quiet)),
  });
}

async function measureRate(place: PagesProduct, businessId: string, cookie: string): Promise<void> {
  const api = `/api/businesses/${businessId}/payments`;
  for (const [name, route, goal] of [
    ['list with its count', '', 400],
    ['filtered list with its count', 'status=EXPIRED&depositCurrency=BTC', 200],
  ] as const) {
    // The browser requests both at the same time.
    const paths = [`${api}?${route}`, `${api}/count?${route}`];
    const figure = await measureAnswersPerSecond(place.address, paths, cookie, {
      connections: 8,
      seconds: 6,
    });
    report(name, figure, goal, figure >= goal, { unit: 'a second', requests: paths.length });
  }
}

const cookies = z.object({ cookies: z.array(z.object({ name: z.string(), value: z.string() })) });

await requireBuild();
const place = await startPagesProduct(Number(values.payments));
const stateFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-')), 'signed-in.json');
const client = await connectTo(place.url);
try {
  const desk = await signInBrowser(place.address, place.signIn, stateFile);
  await measureBrowser(place, desk, await readBenchSamples(client, desk.businessId, rounds));
  await desk.browser.close();
  const state = cookies.parse(JSON.parse(fs.readFileSync(stateFile, 'utf8')));
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await measureExport(place, client, desk.businessId, cookie);
  await measureRate(place, desk.businessId, cookie);
} finally {
  await client.end();
  await place.end();
  fs.rmSync(path.dirname(stateFile), { recursive: true, force: true });
}
