import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './fixtures/axe.ts';
import { openBlockedCase } from './fixtures/blocked-case.ts';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { proposeToReport } from './fixtures/propose-to-report.ts';
import { sandbox } from './fixtures/sandbox.ts';
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

test('shows the tables within pages on a phone without scrolling or cutting them', async ({
  owner,
  compliance,
  finance,
}) => {
  // A decision fills the tables of the metrics, and related records those of the case.
  await openBlockedCase(finance, compliance);
  const { caseId } = await openBlockedCase(finance, compliance);
  await compliance.open(`reviews/${caseId}`);
  await compliance.page.getByRole('radio', { name: 'File SAR/STR' }).check();
  await proposeToReport(compliance.page);
  await expect(compliance.page.getByText('Another person must approve this')).toBeVisible();

  const { page } = owner;
  await owner.open(`reviews/${caseId}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Decided: File SAR/STR')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const paths = [
    ...['reports/statements', 'reports/rates', 'reports/fees', 'reports/reconciliation', 'team', 'minimums'],
    ...['status', 'settings', 'settings/api', 'reviews/rules', 'reviews/figures', `reviews/${caseId}`],
    `reviews/${caseId}?tab=related`,
  ];
  for (const path of paths) {
    await owner.open(path);
    await expect(page.getByRole('table').first()).toBeAttached();
    if (path === 'reviews/figures')
      await expect(page.getByRole('row', { name: 'Deposit blocked' })).toBeVisible();
    const scrolled = () =>
      page
        .getByRole('table')
        .evaluateAll((tables) =>
          tables
            .filter(({ parentElement: room }) => room !== null && room.scrollWidth > room.clientWidth)
            .map((table) => table.getAttribute('aria-label') ?? ''),
        );
    await expect.poll(scrolled, { message: path }).toEqual([]);
    if (!path.endsWith('related')) continue;
    const relation = page
      .getByRole('table', { name: 'Related records' })
      .getByText('Volkhov Trading House')
      .first();
    await expect(relation).toBeInViewport();
    await expect(page.getByRole('tab', { name: 'Report' })).toBeInViewport({ ratio: 0.9 });
  }
});

/** Returns how far the table scrolls sideways. */
const measureHidden = (table: Locator) =>
  table.evaluate(({ parentElement: room }) => (room ? room.scrollWidth - room.clientWidth : 0));

/** Selects a row on a phone: the bar of selected rows is whole, and the page not wider. */
async function expectBar(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Selection' });
  const box = page.getByRole('row').nth(1).getByRole('checkbox');
  await box.check();
  await expect(bar.getByRole('button', { name: /^Select all/ })).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole('button', { name: 'Clear selection' }).first()).toBeInViewport({ ratio: 1 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await box.uncheck();
  await expect(bar).toBeHidden();
}

test('shows every list whole on a phone and on a laptop, also beside an open row', async ({ owner }) => {
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
    const measureStep = async () => {
      const [searchBox, exportBox] = await Promise.all([
        page.getByRole('searchbox', { name: 'Search' }).boundingBox(),
        page.getByRole('button', { name: 'Export' }).boundingBox(),
      ]);
      return (exportBox?.y ?? Number.NaN) - (searchBox?.y ?? Number.NaN);
    };
    await expect.poll(measureStep, { message: list }).toBe(0);
    if (['payments', 'exceptions', 'reviews'].includes(list)) await expectBar(page);
    // The head has a height of its own, and the last row no line below it.
    const listHeights = () =>
      page
        .getByRole('row')
        .evaluateAll((rows) => [
          ...new Set(rows.slice(1, -1).map((row) => Math.round(row.getBoundingClientRect().height))),
        ]);
    // Wider windows show more columns. The table's width depends on its font, which may still be loading.
    for (const width of [1024, 1280, 1440, 1700]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => measureHidden(table), { message: `${list}, ${width} wide` }).toBe(0);
      if (width === 1440 && ['payments', 'deposits', 'withdrawals', 'reviews'].includes(list))
        await expect.poll(async () => (await listHeights()).length, { message: list }).toBeLessThanOrEqual(1);
      // A laptop has the least room for the search and the buttons beside it.
      if (width > 1024) continue;
      await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
    }

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('row').nth(1).getByRole('cell').nth(2).click();
    const drawer = page.getByRole('region', { name: / beside the list$/ });
    await expect(drawer).toBeVisible();
    const beside = page.getByRole('table', { name: new RegExp(list, 'i') });
    for (const width of [1280, 1440, 1700]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => measureHidden(beside), { message: `${list}, ${width} wide` }).toBe(0);
    }
    // A phone would open the row's page.
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
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

test('shows the amounts of a reusable payment within their column', async ({ finance }) => {
  const { page } = finance;
  // Other payments may have come only on another network, or not at all.
  const { paymentId } = await requestPayment(finance, {
    clientPaymentId: newClientPaymentId('reusable'),
    amount: '1234567.89',
    type: 'REUSABLE',
  });
  await sandbox.chooseCoin(paymentId, 'USDT', 'TRX');
  await sandbox.pay(paymentId);
  await sandbox.pay(paymentId, { depositCurrency: 'ETH', network: 'ETH', amount: '123.456789012345678912' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await finance.open(`payments/${paymentId}`);
  await expect(page.getByText('Received in another coin')).toBeVisible();
  const column = page.getByRole('region', { name: /^Deposit/ }).first();
  const edge = async () => {
    const box = await column.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  // The net amount, the widest figure, comes with the read after the deposits.
  const ends = () =>
    page.getByRole('main').evaluate((main) => {
      const label = [...main.querySelectorAll('span')].find((one) => one.textContent === 'Net credited');
      if (!label?.parentElement?.textContent.includes('EUR')) return Number.NaN;
      const amounts = [...main.querySelectorAll('data')].slice(0, 8);
      return Math.max(...amounts.map((amount) => amount.getBoundingClientRect().right));
    });
  // A deposit that becomes confirmed adds figures.
  await expect.poll(async () => (await edge()) - (await ends())).toBeGreaterThanOrEqual(0);
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
