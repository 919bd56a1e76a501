import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { unzip } from '#tools/testing/unzip.ts';
import { expectAccessible } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

/** Creates a workbook by the menu of this button, downloads it and returns its sheet. */
async function madeBy(page: Page, button: Locator, name: RegExp): Promise<string> {
  const files = page.getByRole('dialog', { name: 'Export files' });
  const fetching = files.getByRole('button', { name });
  await button.click();
  await page.getByRole('menuitem', { name: 'Export files' }).click();
  await expect(files.getByText('The files expire after 24 hours.')).toBeVisible();
  await expect(files.getByRole('listitem').or(files.getByText('No export files')).first()).toBeVisible();
  const before = await fetching.count();
  await page.keyboard.press('Escape');
  await button.click();
  await page.getByRole('menuitem', { name: 'Excel workbook with the columns shown' }).click();
  await expect(fetching).toHaveCount(before + 1);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await fetching.first().click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^[a-z0-9-]+-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const parts = await unzip(await readFile(await file.path()));
  return parts.find((part) => part.name === 'xl/worksheets/sheet1.xml')?.bytes.toString('utf8') ?? '';
}
const countRows = (sheet: string) => [...sheet.matchAll(/<row /g)].length;

test('creates a workbook in the background, shows its progress, and downloads it', async ({ finance }) => {
  const { page } = finance;
  await finance.open('payments?status=DEPOSITED');
  const button = page.getByRole('button', { name: 'Excel, PDF and more formats' });
  const sheet = await madeBy(page, button, /^Download .*-payments-.*\.xlsx$/);
  expect(sheet).toContain('<t>DEPOSITED</t>');
  expect(sheet).not.toContain('<t>EXPIRED</t>');
});

test('creates a workbook of selected rows', async ({ finance }) => {
  const { page } = finance;
  await finance.open('deposits?sort=oldest');
  for (const at of [1, 2])
    await page
      .getByRole('row')
      .nth(at)
      .getByRole('checkbox', { name: /^Select/ })
      .click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('2 selected');
  const sheet = await madeBy(
    page,
    bar.getByRole('button', { name: 'Excel file of selected deposits' }),
    /^Download .*-deposits-.*\.xlsx$/,
  );
  expect(countRows(sheet)).toBe(1 + 2);
});
