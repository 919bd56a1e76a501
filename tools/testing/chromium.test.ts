import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chromiumOptions } from './chromium.ts';

test('disables every Chromium feature that Playwright disables', () => {
  const require = createRequire(createRequire(import.meta.url).resolve('@playwright/test'));
  const core = path.dirname(require.resolve('playwright-core'));
  const [, list = ''] =
    /disabledFeatures = \[([^\]]*)\]/.exec(readFileSync(path.join(core, 'lib', 'coreBundle.js'), 'utf8')) ??
    [];
  const features = [...list.replaceAll(/\/\/.*/g, '').matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(features).toContain('PaintHolding');
  const ours = chromiumOptions[0]?.replace('--disable-features=', '').split(',') ?? [];
  expect(features.filter((name) => !ours.includes(name ?? ''))).toEqual([]);
});
