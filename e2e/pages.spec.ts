import { expectAccessible } from './fixtures/axe.ts';
import { navigationLinks } from './fixtures/pages.ts';
import type { Session } from './fixtures/test.ts';
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
const lists = ['Payments', 'Deposits', 'Refunds', 'Exceptions', 'Withdrawals', 'Callbacks'] as const;

test('links to pages with a title that are accessible in both themes', async ({ owner }) => {
  test.slow();
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

/** Checks that the table of the list is not wider than a small laptop. */
async function expectToFit({ page }: Session, name: string): Promise<void> {
  const table = page.getByRole('table', { name });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  const [last, edge] = await Promise.all([
    table.getByRole('columnheader').last().boundingBox(),
    page.getByRole('main').boundingBox(),
  ]);
  expect((last?.x ?? 0) + (last?.width ?? 0), name).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0));
}

const smallLaptop = { width: 1280, height: 800 };

for (const name of lists) {
  test(`${name} is a list with a search and an export, and its table fits on a small laptop`, async ({
    finance,
  }) => {
    await finance.page.setViewportSize(smallLaptop);
    // Sorts by oldest, because rows of other tests may have any width.
    await finance.open(`${name.toLowerCase()}?sort=oldest`);
    await expect(finance.page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
    await expect(finance.page.getByRole('button', { name: 'Export' })).toBeVisible();
    await expectToFit(finance, name);
  });
}

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

test('shows the queue of cases on a small laptop without scrolling sideways', async ({ owner }) => {
  await owner.page.setViewportSize(smallLaptop);
  await owner.open('reviews');
  await expectToFit(owner, 'Reviews');
});
