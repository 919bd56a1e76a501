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
const lists = ['Payments', 'Deposits', 'Refunds', 'Exceptions', 'Withdrawals', 'Callbacks'] as const;

test('the navigation leads to pages that name themselves and are accessible in both themes', async ({
  owner,
}) => {
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

test('the page for a new payment is accessible in both themes', async ({ finance }) => {
  await finance.open('payments/new');
  await expect(finance.page.getByRole('button', { name: 'Create payment' })).toBeEnabled();
  await expectAccessible(finance.page);
});

for (const name of lists) {
  test(`${name} is a list with a table of that name, a search and an export`, async ({ finance }) => {
    await finance.open(name.toLowerCase());
    await expect(finance.page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
    await expect(finance.page.getByRole('button', { name: 'Export' })).toBeVisible();
    const table = finance.page.getByRole('table', { name }).or(finance.page.getByRole('grid', { name }));
    await expect(table).toBeVisible();
  });
}

test('a page that is not there says so and leads back', async ({ owner, consoleWatch }) => {
  consoleWatch.expectComplaint(/404/);
  await owner.open('not-a-page');
  await expect(owner.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(owner.page.getByRole('link', { name: /overview/i }).first()).toBeVisible();
});
