import fs from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

// The one without windows first: no part of it draws what nobody sees.
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
 * The Chromium for the end-to-end tests: CHROMIUM_PATH, else one of this machine, else the one that Playwright has
 * installed. Undefined when there is none.
 */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return given;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = [
    ...folders.flatMap((folder) => names.map((name) => path.join(folder, name))),
    ...usualPlaces,
    chromium.executablePath(),
  ];
  return candidates.find((file) => fs.existsSync(file));
}

/**
 * What Playwright turns off. A later list takes the place of an earlier one, so ours has to say it all; whether
 * it still does is tested (chromium.test.ts).
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

/** Two pages of Chromium's own behind the address bar of each window, which nobody sees: half of what a window costs. */
const behindTheAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** For a Chromium that opens hundreds of windows. */
export const withoutAddressBar = `--disable-features=${[...turnedOffByPlaywright, ...behindTheAddressBar].join(',')}`;
