import { expectAccessible } from './fixtures/axe.ts';
import { navigationLinks } from './fixtures/pages.ts';
import { expect, test } from './fixtures/test.ts';

const built = [
  'Overview',
  'Payments',
  'Deposits',
  'Refunds',
  'Exceptions',
  'Withdrawals',
  'Minimums',
  'Business',
  'Callbacks',
] as const;

test('links to pages with a title that are accessible in both themes', async ({ owner }) => {
  const links = await navigationLinks(owner);
  expect(links.map((link) => link.name)).toEqual(expect.arrayContaining([...built]));
  for (const link of links) {
    await test.step(link.name, async () => {
      await owner.page.goto(link.path);
      await expect(owner.page.getByRole('heading', { level: 1, name: link.name })).toBeVisible();
      await expectAccessible(owner.page);
    });
  }
});

test('has an accessible page for a new payment in both themes', async ({ finance }) => {
  await finance.open('payments/new');
  await expect(finance.page.getByRole('button', { name: 'Create payment' })).toBeEnabled();
  await expectAccessible(finance.page);
});

test('shows a missing page as not found, with a link back', async ({ owner, consoleWatch }) => {
  consoleWatch.expectMessage(/404/);
  await owner.page.goto('/not-a-page');
  await expect(owner.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(owner.page.getByRole('link', { name: 'Go to the first page' })).toBeVisible();
});

test('shows a missing payment request as not found, instead of an empty form', async ({
  finance,
  consoleWatch,
}) => {
  consoleWatch.expectMessage(/404/);
  await finance.open('payments/new?intent=00000000-0000-4000-8000-000000000000');
  await expect(
    finance.page.getByRole('heading', { level: 1, name: 'Page or record not found in this business' }),
  ).toBeVisible();
});

test('keeps the navigation on a missing page of a business', async ({ viewer, consoleWatch }) => {
  consoleWatch.expectMessage(/404/);
  const { page, businessId } = viewer;
  for (const path of ['nothing-here', 'payments/nothing/here', 'overview/deeper']) {
    await viewer.open(path);
    await expect(
      page.getByRole('heading', { level: 1, name: 'Page or record not found in this business' }),
    ).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Payments' }),
    ).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(page).toHaveURL(`/${businessId}/overview`);
  // The page of another business says nothing about it, not even that it exists.
  await page.goto('/0d9e1c8a-1111-4222-8333-444455556666/nothing-here');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
});
