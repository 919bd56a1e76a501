import { defineConfig } from '@playwright/test';
import { findChromium, withoutAddressBar } from '#tools/testing/chromium.ts';
import { product } from './e2e/fixtures/product.ts';

const executablePath = findChromium();

/** The whole product in its production build, with its own ports, data and sandbox, in a real browser. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  testIgnore: process.env['E2E_SCREENSHOTS'] === undefined ? '**/screenshots.spec.ts' : [],
  globalSetup: './e2e/global-setup.ts',
  // Two cores serve the browser, the product, its database and the sandbox.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Room for a machine several times slower than it takes: a right answer that comes late is no fault of the product's,
  // and what has to be fast is measured where that is said.
  timeout: 90_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: product.address,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // A film of every test costs as much as the test, the DOM before and after each step a tenth of it: what a failing page
    // showed is kept as a picture and as its roles and names.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: {
      // Root may not use Chromium's sandbox; tests open only pages of our own. Where no graphics card is, the program
      // that stands in for one takes more of the processor than drawing without it.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', withoutAddressBar],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});
