import type { Browser, BrowserContext, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { findChromium } from '../testing/chromium.ts';

export type SignedInBrowser = {
  readonly browser: Browser;
  readonly state: string;
  readonly businessId: string;
};

/** Signs in in a browser. The cookie can be used by other pages. */
export async function signInBrowser(
  address: string,
  { email, password }: { email: string; password: string },
  stateFile: string,
): Promise<SignedInBrowser> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    // Root can't use Chromium's sandbox, and only our own pages are opened.
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

/** Marks in the page when its first row is painted, and when it was last clicked or pressed. */
const watchRows = () => {
  const rows = () => document.querySelectorAll('table tbody tr');
  const look = () => {
    // Runs after the frame in which the row was painted.
    if (rows().length > 0) requestAnimationFrame(() => setTimeout(() => performance.mark('first-row')));
    else requestAnimationFrame(look);
  };
  look();
  // The click or key press that causes the rows to change.
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => performance.mark('pressed'), { capture: true });
};

export async function openWindow(
  desk: SignedInBrowser,
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

/** Returns the milliseconds from the start of the navigation until the first row is painted. */
export async function measureFirstRow(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-row').length > 0);
  return page.evaluate(() => performance.getEntriesByName('first-row')[0]?.startTime ?? 0);
}

/** Returns the milliseconds from the start of the navigation until a case shows the choice of decisions. */
export async function measureCase(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() =>
    document.querySelector('main [role=radiogroup]') === null ? null : performance.now(),
  );
  return (await shown.jsonValue()) ?? 0;
}

/** Joins the ids of the rows. */
const idsOfRows = () => [...document.querySelectorAll('table tbody tr')].map(({ id }) => id).join(' ');

/**
 * Returns the milliseconds from the click or key press in `act` until other rows are shown, including the expected
 * one.
 */
export async function measureNewRows(
  page: Page,
  act: () => Promise<void>,
  expectedText: string | null = null,
): Promise<number> {
  const before = await page.evaluate(idsOfRows);
  await page.evaluate(() => performance.clearMarks('pressed'));
  const changed = page.waitForFunction(
    ([before, expected]) => {
      const ids = [...document.querySelectorAll('table tbody tr')].map(({ id }) => id).join(' ');
      const pressed = performance.getEntriesByName('pressed').at(-1);
      if (pressed === undefined || ids === '' || ids === before || !ids.includes(expected ?? '')) return null;
      return performance.now() - pressed.startTime;
    },
    [before, expectedText] as const,
    { polling: 'raf' },
  );
  await act();
  return Number(await (await changed).jsonValue());
}
