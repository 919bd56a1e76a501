import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withoutAddressBar } from './chromium.ts';

test('what Playwright turns off in Chromium is turned off by our list too, which takes the place of its own', () => {
  const require = createRequire(createRequire(import.meta.url).resolve('@playwright/test'));
  const core = path.dirname(require.resolve('playwright-core'));
  const [, list = ''] =
    /disabledFeatures = \[([^\]]*)\]/.exec(readFileSync(path.join(core, 'lib', 'coreBundle.js'), 'utf8')) ??
    [];
  const features = [...list.replaceAll(/\/\/.*/g, '').matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(features).toContain('PaintHolding');
  const ours = withoutAddressBar.replace('--disable-features=', '').split(',');
  expect(features.filter((name) => !ours.includes(name ?? ''))).toEqual([]);
});
