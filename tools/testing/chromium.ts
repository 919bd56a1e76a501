import fs from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

// Prefers the headless shell, which draws no windows.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
];
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the Chromium of the end-to-end tests: CHROMIUM_PATH, else one of this machine, else the one that
 * Playwright has installed. Undefined where there is none.
 */
export function findChromium(): string | undefined {
  const configuredPath = process.env['CHROMIUM_PATH'];
  if (configuredPath !== undefined && configuredPath !== '') return configuredPath;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = [
    ...folders.flatMap((folder) => names.map((name) => path.join(folder, name))),
    ...usualPlaces,
    chromium.executablePath(),
  ];
  return candidates.find((file) => fs.existsSync(file));
}

/**
 * Features that Playwright turns off. A later list replaces an earlier one, so ours must repeat it. A test checks
 * that the list is current (chromium.test.ts).
 */
const turnedOffByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Chromium's own pages behind the address bar of each window, which a headless browser never shows. They are half
 * of the cost of a window.
 */
const behindTheAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/**
 * A test opens a page, uses it for seconds and closes it. Compilers that optimize for long use cost a tenth of a page's
 * processor time and never pay off.
 */
const withoutOptimizers = '--js-flags=--no-maglev --no-turbofan';

/** For tests that open hundreds of windows. */
export const chromiumOptions: readonly string[] = [
  `--disable-features=${[...turnedOffByPlaywright, ...behindTheAddressBar].join(',')}`,
  withoutOptimizers,
];
