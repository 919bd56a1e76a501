import { expectAccessible } from './fixtures/axe.ts';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('sorts a list on a phone by every column head, in both directions', async ({ finance }) => {
  const { page } = finance;
  const reference = newClientPaymentId('order');
  const amounts = { a: '10.10', b: '0.05', c: '200' };
  await Promise.all(
    Object.entries(amounts).map(([end, amount]) =>
      requestPayment(finance, { clientPaymentId: `${reference}-${end}`, amount }),
    ),
  );
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

test('shows the tables within pages on a phone without scrolling them sideways', async ({ owner }) => {
  const { page } = owner;
  await page.setViewportSize({ width: 390, height: 844 });
  const paths = [
    ...['reports/statements', 'reports/rates', 'reports/fees', 'reports/reconciliation', 'team', 'minimums'],
    ...['status', 'settings', 'settings/api', 'reviews/rules', 'reviews/figures'],
  ];
  for (const path of paths) {
    await owner.open(path);
    // Only decisions fill the tables of the metrics, and other tests make them.
    const shown =
      path === 'reviews/figures' ? page.getByText('Decisions by reason') : page.getByRole('table').first();
    await expect(shown).toBeAttached();
    const scrolled = () =>
      page
        .getByRole('table')
        .evaluateAll((tables) =>
          tables
            .filter(({ parentElement: room }) => room !== null && room.scrollWidth > room.clientWidth)
            .map((table) => table.getAttribute('aria-label') ?? ''),
        );
    await expect.poll(scrolled, { message: path }).toEqual([]);
  }
});

test('shows every list on a phone and on a laptop without scrolling sideways', async ({ owner }) => {
  const { page } = owner;
  for (const list of lists) {
    await page.setViewportSize({ width: 390, height: 844 });
    // Sorts by oldest, so that payments of other tests move no row.
    await owner.open(`${list}?sort=oldest`);
    const table = page.getByRole('table');
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    // The totals come after the rows.
    if (summed.includes(list)) await expect(page.getByRole('region', { name: 'Totals' })).toContainText(/\d/);
    const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(pageWidth, { message: list }).toBe(390);
    const hidden = () =>
      table.evaluate(({ parentElement: room }) => (room ? room.scrollWidth - room.clientWidth : 0));
    // Wider windows show more columns. The table's width depends on its font, which may still be loading.
    for (const width of [1024, 1280, 1440, 1700]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(hidden, { message: `${list}, ${width} wide` }).toBe(0);
      // A laptop has the least room for the search and the buttons beside it.
      if (width > 1024) continue;
      await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
    }
  }
  await page.setViewportSize({ width: 1024, height: 768 });

  // A sheet of paper is not much wider, but has no sidebar.
  await owner.open('payments');
  const difference = page.getByRole('columnheader', { name: 'Difference' });
  await expect(page.getByRole('columnheader', { name: 'Amount received' })).toBeVisible();
  await expect(difference).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(difference).toBeVisible();
});

test('gives all rows of a list one height', async ({ compliance }) => {
  const { page } = compliance;
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const list of ['payments', 'deposits', 'withdrawals', 'reviews']) {
    await compliance.open(`${list}?sort=oldest`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    // The head has a height of its own, and the last row no line below it.
    const listHeights = () =>
      page
        .getByRole('row')
        .evaluateAll((rows) => [
          ...new Set(rows.slice(1, -1).map((row) => Math.round(row.getBoundingClientRect().height))),
        ]);
    await expect.poll(async () => (await listHeights()).length, { message: list }).toBeLessThanOrEqual(1);
  }
});

test('keeps the actions on selected rows usable beside an open row on a laptop', async ({ finance }) => {
  const { page } = finance;
  const reference = newClientPaymentId('beside');
  await requestPayment(finance, { clientPaymentId: reference, amount: '10.10' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await finance.open(`payments?q=${reference}`);
  const row = page.getByRole('row').nth(1);
  await row.getByRole('checkbox').check();
  // The totals of the selected rows are whole.
  const totals = page.getByRole('region', { name: 'Selection' }).getByText(/^Amount received/);
  await expect(totals.first()).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1024, height: 768 });
  await row.getByRole('cell').nth(2).click();
  await expect(page.getByRole('region', { name: 'Payment beside the list' })).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selection' });
  // A click that another element receives fails.
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toBeHidden();
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
