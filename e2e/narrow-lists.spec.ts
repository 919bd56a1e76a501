import { expectAccessible } from './fixtures/axe.ts';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('sorts a list on a phone by every column head, in both directions', async ({ finance }) => {
  const { page } = finance;
  const reference = newClientPaymentId('order');
  for (const [end, amount] of [
    ['a', '10.10'],
    ['b', '0.05'],
    ['c', '200'],
  ] as const)
    await requestPayment(finance, { clientPaymentId: `${reference}-${end}`, amount });
  await page.setViewportSize({ width: 390, height: 844 });
  await finance.open(`payments?q=${reference}`);
  await expect(page.getByRole('row')).toHaveCount(4);
  const sort = page.getByRole('button', { name: 'Sort' });
  await sort.click();
  const orders = page.getByRole('dialog', { name: 'Sort the list' });
  await expect(orders.getByRole('link', { name: 'Initiated at, latest first' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(orders.getByText('by EUR amount')).toHaveCount(2);
  await expectAccessible(page);
  await orders.getByRole('link', { name: 'Initiated at, earliest first' }).click();
  await expect(page).toHaveURL(/[?&]sort=oldest/);
  await expect(orders).toBeHidden();
  await sort.click();
  await expect(orders.getByRole('link', { name: 'Initiated at, earliest first' })).toHaveAttribute(
    'aria-current',
    'true',
  );

  const first = page.getByRole('row').nth(1);
  await finance.open(`payments?q=${reference}&displayCurrency=EUR`);
  for (const [way, end] of [
    ['largest', 'c'],
    ['smallest', 'b'],
  ] as const) {
    await sort.click();
    await orders.getByRole('link', { name: `Expected amount, ${way} first` }).click();
    await expect(page).toHaveURL(/[?&]sort=expectedDisplayAmount\./);
    await expect(first).toContainText(`${reference}-${end}`);
  }
});

const lists = [
  'payments',
  'deposits',
  'refunds',
  'withdrawals',
  'exceptions',
  'callbacks',
  'reviews',
  'audit',
];

/** Lists with totals below their rows. */
const summed: readonly string[] = ['payments', 'deposits', 'refunds', 'withdrawals', 'exceptions'];

test('shows every list on a phone without scrolling sideways', async ({ owner }) => {
  const { page } = owner;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const list of lists) {
    await owner.open(list);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    // The totals come after the rows.
    if (summed.includes(list)) await expect(page.getByRole('region', { name: 'Totals' })).toContainText(/\d/);
    await expect.poll(width, { message: list }).toBe(390);
  }
});

test('shows search, export and the default columns of every list on a laptop without scrolling sideways', async ({
  owner,
}) => {
  const { page } = owner;
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const list of lists) {
    // Sorts by oldest, so that payments of other tests move no row.
    await owner.open(`${list}?sort=oldest`);
    const table = page.getByRole('table');
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
    const hidden = () =>
      table.evaluate(({ parentElement: room }) => (room ? room.scrollWidth - room.clientWidth : 0));
    // Wider windows show more columns. The table's width depends on its font, which may still be loading.
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(hidden, { message: `${list}, ${width} wide` }).toBe(0);
    }
    await page.setViewportSize({ width: 1024, height: 768 });
  }

  // A sheet of paper is not much wider, but has no sidebar.
  await owner.open('payments');
  const difference = page.getByRole('columnheader', { name: 'Difference' });
  await expect(page.getByRole('columnheader', { name: 'Amount received' })).toBeVisible();
  await expect(difference).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(difference).toBeVisible();
});

test('leaves no gap for missing export buttons', async ({ viewer }) => {
  const { page } = viewer;
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await viewer.open('deposits');
    const measureGap = async () => {
      const [search, edge] = await Promise.all([
        page.getByRole('searchbox').boundingBox(),
        page.getByRole('main').boundingBox(),
      ]);
      return (edge?.x ?? 0) + (edge?.width ?? 0) - (search?.x ?? 0) - (search?.width ?? 0);
    };
    await expect.poll(measureGap, { message: `${width} wide` }).toBe(16);
  }
});
