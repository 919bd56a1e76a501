import { mkdir } from 'node:fs/promises';
import { navigationLinks } from './fixtures/pages.ts';
import { expect, test } from './fixtures/test.ts';

const folder = 'test-results/screenshots';
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;

/** For visual review, on request: E2E_SCREENSHOTS=1 npx playwright test e2e/screenshots.spec.ts */
test('takes a picture of every page in both themes, on a phone and on a desktop', async ({ owner }) => {
  await mkdir(folder, { recursive: true });
  const links = await navigationLinks(owner);
  const pages = [
    { name: 'Sign in', path: '/sign-in' },
    ...links,
    { name: 'New payment', path: `/${owner.businessId}/payments/new` },
  ];
  for (const list of ['payments', 'deposits', 'withdrawals']) {
    await owner.open(list);
    const first = owner.page.getByRole('row').nth(1).getByRole('link').first();
    const path = await first.getAttribute('href').catch(() => null);
    if (path !== null) pages.push({ name: `One of ${list}`, path });
  }
  for (const link of pages) {
    await owner.page.goto(link.path);
    await expect(owner.page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [size, viewport] of Object.entries(sizes)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await owner.page.setViewportSize(viewport);
        await owner.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const file = `${link.name.toLowerCase().replaceAll(' ', '-')}-${size}-${colorScheme}.png`;
        await owner.page.screenshot({ path: `${folder}/${file}`, fullPage: size === 'phone' });
      }
    }
  }
});
