import { randomUUID } from 'node:crypto';
import { expectAccessible } from './fixtures/axe.ts';
import { saveDraft } from './fixtures/save-draft.ts';
import type { Session } from './fixtures/test.ts';
import { expect, test } from './fixtures/test.ts';

/** Creates payments from a file: upload, correction, confirmation, progress and results. */

const csv = (...lines: readonly string[]) => ({
  name: 'invoices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['id;amount;currency', ...lines].join('\r\n')),
});

test('creates the payments of a file after a faulty row is corrected', async ({ finance }) => {
  const { page } = finance;
  const id = randomUUID();
  await finance.open('payments');
  await page.getByRole('link', { name: 'Create in bulk' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create in bulk' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('File', { exact: true }).setInputFiles(csv(`${id}-1;10.50;EUR`, `${id}-2;$1.50;EUR`));
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'invoices.csv' })).toBeVisible();
  await expect(page.getByText('1 payment will be created')).toBeVisible();
  await expect(page.getByText('“$” beside the amount doesn’t clearly mean')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Correct row 3' }).click();
  const dialog = page.getByRole('dialog');
  // A lost page loses no correction.
  await saveDraft(page, '1.5', () => dialog.getByLabel('Amount').fill('1.5'));
  await page.reload();
  await page.getByRole('button', { name: 'Correct row 3' }).click();
  await expect(dialog.getByText('Your unsent text was restored')).toBeVisible();
  await expect(dialog.getByLabel('Amount')).toHaveValue('1.5');
  await dialog.getByRole('button', { name: 'Save row' }).click();
  await expect(page.getByText('2 payments will be created')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Total amounts by currency' })).toContainText('12');

  await page.getByRole('button', { name: 'Create payments' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create payments' }).click();
  await expect(page.getByText('2 of 2 rows sent')).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download results' }).click();
  expect((await download).suggestedFilename()).toMatch(/^invoices-results-.*\.csv$/);

  await finance.open(`payments?q=${id}-2`);
  await expect(page.getByRole('row', { name: `${id}-2` })).toBeVisible();
});

test('asks how a file writes decimals, and reads its amounts so', async ({ finance }) => {
  const { page } = finance;
  await finance.open('payments/bulk');
  await page.getByLabel('File', { exact: true }).setInputFiles(csv(`${randomUUID()};1.500 €;EUR`));
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('Amounts in this file can be read in two ways.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Comma: 1.234,50' }).check();
  await expect(page.getByText('1.500 € in the file is sent as 1500.')).toBeVisible();
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByRole('table', { name: 'Total amounts by currency' })).toContainText('1,500');
  await expectAccessible(page);
});

test('keeps the columns and values of a file that a person has not checked yet', async ({ finance }) => {
  const { page } = finance;
  const id = randomUUID();
  await finance.open('payments/bulk');
  await page.getByLabel('File', { exact: true }).setInputFiles(csv(`${id};10.50;EUR`));
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('1 payment will be created')).toBeVisible();
  const restored = page.getByText('Your unsent text was restored');
  await expect(restored).toHaveCount(0);
  await page.getByLabel('Use column currency as').selectOption('Don’t use this column');
  await saveDraft(page, 'USD', () => page.getByLabel('Currency', { exact: true }).selectOption('USD'));
  await page.reload();
  await expect(restored).toBeVisible();
  await expect(page.getByLabel('Use column currency as')).toHaveValue('');
  await expect(page.getByLabel('Currency', { exact: true })).toHaveValue('USD');
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByRole('table', { name: 'Total amounts by currency' })).toContainText('USD');
  await expect(restored).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Currency', { exact: true })).toHaveValue('USD');
  await expect(restored).toHaveCount(0);
});

test('explains a file that can’t be read and keeps the form', async ({ finance }) => {
  const { page } = finance;
  await finance.open('payments/bulk');
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'broken.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('not a workbook'),
  });
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('This file is not an Excel workbook')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check rows' })).toBeEnabled();
});

test('offers a viewer no way to create payments', async ({ viewer, finance }) => {
  const readLinks = async ({ context, businessId }: Session) => {
    const html = await (await context.request.get(`/${businessId}/payments`)).text();
    return ['new', 'bulk'].filter((path) => html.includes(`href="/${businessId}/payments/${path}"`));
  };
  expect([await readLinks(viewer), await readLinks(finance)]).toEqual([[], ['new', 'bulk']]);
});
