import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { tTooling } from '#lib/messages/commands.ts';
import { projectFolder } from '#scripts/settings.ts';
import { signInBrowser } from './bench/pages-browser.ts';
import { demoSignIns } from './first-data/demo-people.ts';

/**
 * Takes the pictures of the README from a running demo: `npm start` with an empty DATA_DIR and SANDBOX_SEED=7, then
 * `npm run pictures -- http://localhost:3000`.
 */
const [address] = process.argv.slice(2);
if (address === undefined) {
  console.error(tTooling('pictures.usage'));
  process.exit(2);
}

/** Opens the page of the first row of a list. */
async function openFirstRow(page: Page, list: string): Promise<void> {
  await page.goto(list);
  const link = page.getByRole('row').nth(1).getByRole('link').first();
  await page.goto((await link.getAttribute('href')) ?? list);
}

const pictures = [
  { name: 'overview', role: 'owner', open: (page: Page) => page.goto('overview') },
  {
    name: 'payment',
    role: 'owner',
    open: (page: Page) => openFirstRow(page, 'payments?status=OVERPAID'),
  },
  { name: 'review-case', role: 'compliance', open: (page: Page) => openFirstRow(page, 'reviews') },
] as const;

const stateFile = path.join(projectFolder, 'test-results', 'pictures.json');
fs.mkdirSync(path.dirname(stateFile), { recursive: true });
for (const { name, role, open } of pictures) {
  const person = demoSignIns.find((one) => one.role === role);
  if (person === undefined) throw new Error(`no demo person has the role ${role}`);
  const { browser, state, businessId } = await signInBrowser(address, person, stateFile);
  try {
    const context = await browser.newContext({
      baseURL: new URL(`/${businessId}/`, address).href,
      storageState: state,
      viewport: { width: 1440, height: 900 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await open(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    // Relative times and the live stream are shown once the page is hydrated.
    await page.locator('html[data-awake]').waitFor({ state: 'attached' });
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    const file = path.join('docs', `${name}.png`);
    await page.screenshot({ path: path.join(projectFolder, file) });
    console.log(tTooling('pictures.taken', { file }));
  } finally {
    await browser.close();
    fs.rmSync(stateFile, { force: true });
  }
}
