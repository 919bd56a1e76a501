import { readFile } from 'node:fs/promises';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

test('keeps a selection across pages, labels and unlabels it, totals it and clears it', async ({
  finance,
}) => {
  const { page } = finance;
  await finance.open('payments?sort=oldest');
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expect(bar).toContainText('1 selected');
  // The next page is read before the click.
  const early = page.waitForRequest(/\/api\/.*\/payments\?(.*&)?after=/);
  await page.getByRole('link', { name: 'Next' }).hover();
  await early;
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/after=/);
  // Until the next rows arrive, the list shows the former ones.
  await expect(page.getByRole('row').nth(1).getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Label selected payments' }).click();
  const label = newClientPaymentId('label');
  await page.getByRole('combobox', { name: 'Label' }).fill(label);
  await page.getByRole('button', { name: 'Add label to 2 payments' }).click();
  await expect(page.getByText(`Added label “${label}” to 2 payments`)).toBeVisible();
  await expect(bar).toBeHidden();
  // The label did not exist when the list was opened.
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Label', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: label })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undid the label change on 2 payments')).toBeVisible();
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await bar.getByRole('button', { name: /^Select all .* matching payments$/ }).click();
  await expect(bar).toContainText(/^All /);
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toBeHidden();
});

test('selects and deselects the rows between two clicks with Shift', async ({ finance }) => {
  const { page } = finance;
  await finance.open('payments?sort=oldest');
  const bar = page.getByRole('region', { name: 'Selection' });
  const pick = (row: number) => page.getByRole('row').nth(row).getByRole('checkbox');
  await pick(2).check();
  await pick(5).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('4 selected');
  for (const row of [2, 3, 4, 5]) await expect(pick(row)).toBeChecked();
  await pick(3).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('1 selected');
  await expect(pick(2)).toBeChecked();
});

test('selects all current matches, and reports later ones without changing them', async ({ finance }) => {
  const { page } = finance;
  const reference = newClientPaymentId('all');
  await Promise.all(
    ['a', 'b', 'c'].map((end) =>
      requestPayment(finance, { clientPaymentId: `${reference}-${end}`, amount: '1' }),
    ),
  );
  await finance.open(`payments?q=${reference}`);
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Select all 3 matching payments' }).click();
  await expect(bar).toContainText('All 3 matching payments');
  await requestPayment(finance, { clientPaymentId: `${reference}-d`, amount: '1' });
  await expect(bar).toContainText('3 selected');
  await expect(bar).toContainText('Added after your selection, not selected: 1 payment');
  await bar.getByRole('button', { name: 'Label selected payments' }).click();
  const label = newClientPaymentId('label');
  await page.getByRole('combobox', { name: 'Label' }).fill(label);
  await page.getByRole('button', { name: 'Add label to 3 payments' }).click();
  await expect(page.getByText(`Added label “${label}” to 3 payments`)).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Label', exact: true }).click();
  await page.getByRole('checkbox', { name: label }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('link', { name: `${reference}-d` })).toBeHidden();
});

test('keeps a selected row that leaves the filters, in totals and exports too', async ({ finance }) => {
  const { page } = finance;
  const reference = newClientPaymentId('stays');
  const [{ paymentId }] = await Promise.all([
    requestPayment(finance, { clientPaymentId: `${reference}-a`, amount: '3.01' }),
    requestPayment(finance, { clientPaymentId: `${reference}-b`, amount: '4.02' }),
  ]);
  await finance.open(`payments?status=NEW&q=${reference}`);
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.getByRole('checkbox', { name: 'Select all payments of this page' }).check();
  await expect(bar).toContainText('2 selected');
  await sandbox.chooseCoin(paymentId, 'USDT', 'TRX');
  await sandbox.pay(paymentId);
  const pages = page.getByRole('navigation', { name: 'Pages of the list' });
  await expect(pages).toContainText('1 of 1 payment shown', { useInnerText: true });
  await expect(bar).toContainText('2 selected');
  await expect(bar).toContainText('7.03');
  // The bar keeps its position under the rows, because removed rows keep their place until the pointer leaves.
  const leavingRow = page.getByRole('row', { name: `${reference}-a` });
  await expect(leavingRow).toBeVisible();
  const downloading = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export selected' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text).toContain(`${reference}-a`);
  expect(text).toContain(`${reference}-b`);
  await expect(leavingRow).toContainText('No longer in this list');
  await page.mouse.move(0, 0);
  await expect(leavingRow).toBeHidden();
});

test('keeps the selection while a page can’t be read', async ({ finance, consoleWatch }) => {
  consoleWatch.expectMessage(/503/);
  const { page } = finance;
  await finance.open('payments?sort=oldest');
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expect(bar).toContainText('1 selected');
  const next = await page.getByRole('link', { name: 'Next' }).getAttribute('href');
  await page.route(/\/api\/.*\/payments\?(.*&)?after=/, (route) => route.fulfill({ status: 503, json: {} }));
  // A real link would have the server render the page.
  await page.evaluate((to) => window.history.pushState(null, '', to), next);
  await expect(page.getByRole('heading', { name: 'Payments could not be loaded' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(bar).toContainText('1 selected');
});
