import type { Browser, BrowserContext, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { findChromium } from '../testing/chromium.ts';

export type Desk = { readonly browser: Browser; readonly state: string; readonly businessId: string };

/** Somebody signed in, whose cookies other windows may have. */
export async function sitDown(
  address: string,
  { email, password }: { email: string; password: string },
  stateFile: string,
): Promise<Desk> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    // Root may not use Chromium's sandbox; only pages of our own are opened.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/[0-9a-f-]{36}\/overview$/);
  const businessId = new URL(page.url()).pathname.split('/')[1] ?? '';
  await context.storageState({ path: stateFile });
  await context.close();
  return { browser, state: stateFile, businessId };
}

/** Notes in the page when its first row stood on the screen, and when it was last pressed. */
const watchRows = () => {
  const rows = () => document.querySelectorAll('table tbody tr');
  const look = () => {
    // After the frame in which the row was painted.
    if (rows().length > 0) requestAnimationFrame(() => setTimeout(() => performance.mark('first-row')));
    else requestAnimationFrame(look);
  };
  look();
  // The click or key that the change of the rows is an answer to.
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => performance.mark('pressed'), { capture: true });
};

export async function openWindow(
  desk: Desk,
  address: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await desk.browser.newContext({
    baseURL: address,
    storageState: desk.state,
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(watchRows);
  return { context, page: await context.newPage() };
}

/** Milliseconds from the start of the navigation until the first row was painted. */
export async function openToFirstRow(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-row').length > 0);
  return page.evaluate(() => performance.getEntriesByName('first-row')[0]?.startTime ?? 0);
}

/** The ids of the rows, one after the other. */
const idsOfRows = () => [...document.querySelectorAll('table tbody tr')].map(({ id }) => id).join(' ');

/** Milliseconds from the press that `act` makes until other rows stand there, the one that is wanted among them. */
export async function pressToRows(
  page: Page,
  act: () => Promise<void>,
  wanted: string | null = null,
): Promise<number> {
  const before = await page.evaluate(idsOfRows);
  await page.evaluate(() => performance.clearMarks('pressed'));
  const changed = page.waitForFunction(
    ([before, wanted]) => {
      const ids = [...document.querySelectorAll('table tbody tr')].map(({ id }) => id).join(' ');
      const pressed = performance.getEntriesByName('pressed').at(-1);
      if (pressed === undefined || ids === '' || ids === before || !ids.includes(wanted ?? '')) return null;
      return performance.now() - pressed.startTime;
    },
    [before, wanted] as const,
    { polling: 'raf' },
  );
  await act();
  return Number(await (await changed).jsonValue());
}
