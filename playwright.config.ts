import { defineConfig } from '@playwright/test';
import { chromiumOptions, findChromium } from '#tools/testing/chromium.ts';
import { product, workers } from './e2e/fixtures/product.ts';
import { runsOwnSuites, runsSharedSuites } from './e2e/fixtures/suites.ts';

const executablePath = findChromium();

/** Suites that start their own product, or only its web app, and use no product of a worker. */
const ownSuites = [
  'access',
  'adversity',
  'first-start',
  'hostile-addresses',
  'hostile-callbacks',
  'scenarios',
  'single-sign-on',
  'tipping-off',
].map((name) => `**/${name}.spec.ts`);
const screenshots = process.env['E2E_SCREENSHOTS'] === undefined ? ['**/screenshots.spec.ts'] : [];

/** Tests the whole product in its production build, with its own ports, data and sandbox, in a real browser. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: runsOwnSuites ? ownSuites : '**/*.spec.ts',
  // Playwright empties the folder at the start.
  outputDir: runsOwnSuites ? 'test-results/e2e-own' : 'test-results/e2e',
  testIgnore: [...screenshots, ...(runsSharedSuites ? ownSuites : [])],
  globalSetup: './e2e/global-setup.ts',
  workers: runsOwnSuites ? 1 : workers,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // The timeouts only end what hangs: a late correct answer is no failure, and machines differ. Benchmarks measure speed.
  timeout: 10 * 60_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: product.address,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Playwright waits until an element stands still, and drawing each frame of a transition takes processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs time in every test. A failed test stores one screenshot and the page's accessibility tree.
    // E2E_TRACE=1 records everything.
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'on',
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      // Root can't use Chromium's sandbox, and tests open only our own pages. Without a graphics card, emulating one
      // takes more processor time than rendering without it.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...chromiumOptions],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});
