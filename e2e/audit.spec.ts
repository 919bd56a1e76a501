import { readFile } from 'node:fs/promises';
import { expectAccessible } from './fixtures/axe.ts';
import { openBlockedCase } from './fixtures/blocked-case.ts';
import { expect, test } from './fixtures/test.ts';

test('filters the audit log, shows an entry beside it and exports the filtered entries', async ({
  owner,
}) => {
  const { page } = owner;
  const { caseId } = await openBlockedCase(owner, owner);

  await owner.open('audit');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Product area' }).click();
  await page.getByRole('checkbox', { name: 'Review cases', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/area=review-case/);
  await page.getByRole('searchbox', { name: 'Search' }).fill(caseId);
  await expect(page).toHaveURL(new RegExp(`q=${caseId}`));
  const row = page.getByRole('row').filter({ hasText: 'Case opened' });
  await expect(row).toHaveCount(1);
  await row.getByRole('cell').nth(4).click();
  const drawer = page.getByRole('region', { name: 'Entry beside the list' });
  await expect(drawer.getByText('Subject', { exact: true })).toBeVisible();
  await drawer.getByText('Technical details', { exact: true }).click();
  await expect(drawer.getByText('After', { exact: true })).toBeVisible();
  await expect(drawer.getByText(/"subjectId":/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  await expect(page.getByRole('row')).toHaveCount(lines.length);
  expect(lines.slice(1).every((line) => line.includes(caseId))).toBe(true);
});

test('lists sign-ins, and opens an entry as a page on a phone', async ({ compliance }) => {
  const { page } = compliance;
  await page.setViewportSize({ width: 390, height: 800 });
  await compliance.open('audit?area=session&action=session.open');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/audit\/1[0-9a-f-]{35}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Signed in' })).toBeVisible();
  await page.getByText('Technical details', { exact: true }).click();
  await expect(page.getByText(/"userAgent":/)).toBeVisible();
  await expect(page.getByText(/in the sign-in log of all businesses/)).toBeVisible();
  await expectAccessible(page);
});
