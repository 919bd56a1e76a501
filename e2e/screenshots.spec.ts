import { mkdir } from 'node:fs/promises';
import { builtRoutes } from './crossing/built-routes.ts';
import type { Session } from './fixtures/test.ts';
import { expect, test } from './fixtures/test.ts';

const folder = 'test-results/screenshots';
const sizes = {
  phone: { width: 390, height: 844 },
  laptop: { width: 1280, height: 800 },
  desk: { width: 1440, height: 900 },
} as const;

/** Returns the paths below a business that the build has, such as `payments/[payment]`. */
const listPaths = (): readonly string[] =>
  builtRoutes().flatMap((route) => {
    const [, path] = /^\/\(dashboard\)\/\[business\]\/(.+)\/page$/.exec(route) ?? [];
    return path === undefined || path.includes('[...') ? [] : [path];
  });

/** Returns the address of a page. A page of one record is the first that its list links to, or null if there is none. */
async function findAddress({ page, businessId }: Session, path: string): Promise<string | null> {
  const address = `/${businessId}/${path}`;
  if (!path.includes('[')) return address;
  await page.goto(address.replace(/\/\[.*/, ''));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const pattern = new RegExp(`^${address.replaceAll(/\[\w+\]/g, '[^/?]{8,}')}(\\?|$)`);
  const hrefs = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.find((href) => pattern.test(href)) ?? null;
}

/** For visual review, on request: E2E_SCREENSHOTS=1 npx playwright test e2e/screenshots.spec.ts */
test('takes a picture of every page in both themes, on a phone, a laptop and a desktop', async ({
  owner,
}) => {
  await mkdir(folder, { recursive: true });
  const { page } = owner;
  const missing: string[] = [];
  for (const path of [...listPaths(), 'sign-in']) {
    const address = path === 'sign-in' ? '/sign-in' : await findAddress(owner, path);
    if (address === null) {
      missing.push(path);
      continue;
    }
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [size, viewport] of Object.entries(sizes)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const file = `${path.replaceAll(/[^\w-]+/g, '-')}-${size}-${colorScheme}.png`;
        await page.screenshot({ path: `${folder}/${file}`, fullPage: size === 'phone' });
      }
    }
  }
  test.info().annotations.push({ type: 'pages without a record', description: missing.join(', ') });
  console.log(`Pages without a record: ${missing.join(', ')}`);
});
