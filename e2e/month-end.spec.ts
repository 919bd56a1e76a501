import { expectAccessible } from './fixtures/axe.ts';
import { findBusiness } from './fixtures/find-business.ts';
import { expect, test } from './fixtures/test.ts';

test('adds up a month, and closes it with two people', async ({ finance, owner }) => {
  // No other test reads statements of this business, and it has no records so long ago.
  const business = await findBusiness('Copper & Vine Ltd.');
  const address = `/${business}/reports/statements?currency=EUR&period=2024-02`;
  const { page } = finance;
  await page.goto(`/${business}/reports`);
  await page.getByRole('link', { name: 'Statements' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
  await page.goto(address);
  await expect(
    page.getByText('No opening position. This statement shows movements only.', { exact: true }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Propose opening position' }).click();
  await page.getByLabel('At the start of').fill('2024-02-01');
  await page.getByRole('textbox', { name: 'Position at the service' }).fill('1250.75');
  await page.getByRole('textbox', { name: 'Evidence' }).fill('Statement of the service of January');
  await page.getByRole('button', { name: 'Propose opening position' }).click();
  const proposed = page.getByRole('region', { name: 'Opening position' });
  await expect(proposed.getByRole('button', { name: 'Withdraw proposal' })).toBeVisible();

  await owner.page.goto(`/${business}/approvals`);
  await expect(owner.page.getByText('Opening position of EUR')).toBeVisible();
  await owner.page.goto(address);
  await owner.page
    .getByRole('region', { name: 'Opening position' })
    .getByRole('button', { name: 'Approve' })
    .click();
  const table = owner.page.getByRole('table', { name: 'February 2024, EUR' });
  await expect(table.getByRole('row', { name: /^Opening position/ })).toContainText('1,250.75');

  await page.goto(address);
  const settlements = page.getByRole('region', { name: 'Settlements received' });
  await settlements.getByRole('button', { name: 'Record settlement' }).click();
  await settlements.getByLabel('Day of arrival').fill('2024-02-29');
  await settlements.getByRole('textbox', { name: 'Amount' }).fill('1000');
  await settlements.getByRole('textbox', { name: 'Bank reference or transaction hash' }).fill('SEPA 4711');
  await settlements.getByRole('button', { name: 'Record settlement' }).click();
  const own = page.getByRole('table', { name: 'February 2024, EUR' });
  await expect(own.getByRole('row', { name: /^Closing position/ })).toContainText('250.75');
  await expectAccessible(page);

  await own.getByRole('link', { name: 'Settlements received' }).click();
  await expect(page.getByRole('row', { name: /^Sum/ })).toContainText('1,000');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Statement', exact: true }).click();

  await page.getByRole('button', { name: 'Close period' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('250.75')).toBeVisible();
  for (const reason of await dialog.getByRole('textbox').all()) await reason.fill('Checked with the bank');
  await dialog.getByRole('button', { name: 'Sign off' }).click();
  const close = page.getByRole('region', { name: 'Close' });
  await expect(close.getByRole('button', { name: 'Withdraw proposal' })).toBeVisible();

  await owner.page.goto(address);
  const signed = owner.page.getByRole('region', { name: 'Close' });
  await signed.getByRole('button', { name: 'Approve' }).click();
  await owner.page.getByRole('button', { name: 'Approve and close' }).click();
  await expect(signed.getByText('Closed as number 1, revision 1')).toBeVisible();
  await expectAccessible(owner.page);
  const download = owner.page.waitForEvent('download');
  await signed.getByRole('button', { name: 'Download pack' }).click();
  expect((await download).suggestedFilename()).toBe('close-EUR-2024-02-01-2024-02-29-1.1.pack');

  await page.goto(`/${business}/reports/accounting`);
  const accounts = page.getByRole('region', { name: 'Accounts' });
  await accounts.getByRole('button', { name: 'Change accounts' }).click();
  await accounts.getByRole('textbox', { name: 'Position at the service' }).fill('1590');
  await accounts.getByRole('textbox', { name: 'Bank or wallet' }).fill('1200');
  await accounts.getByRole('button', { name: 'Save accounts' }).click();
  await expect(accounts.getByText('1590')).toBeVisible();
  const file = page.getByRole('region', { name: 'New file' });
  await file.getByLabel('Target').selectOption('csv');
  await file.getByLabel('Settlement currency').selectOption('EUR');
  await file.getByRole('textbox', { name: 'Period' }).fill('2024-02');
  await file.getByRole('button', { name: 'Check' }).click();
  await expect(file.getByText('1 entry, none refused')).toBeVisible();
  await expectAccessible(page);
  const journal = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Download' }).click();
  expect((await journal).suggestedFilename()).toBe('journal-1-EUR-2024-02.csv');
  await expect(page.getByRole('table', { name: 'Files' }).getByRole('row')).toHaveCount(2);

  await owner.page.setViewportSize({ width: 390, height: 844 });
  await owner.page.goto(`/${business}/reports`);
  await expect(owner.page.getByRole('link', { name: 'February 2024, EUR' })).toBeVisible();
  const pageWidth = () => owner.page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(pageWidth).toBeLessThanOrEqual(390);
});
