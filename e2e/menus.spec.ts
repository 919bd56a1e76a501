import { version } from '#lib/values/version.ts';
import { expect, test } from './fixtures/test.ts';

test('opens menus and panels by keyboard, traps the focus, and restores it', async ({ owner }) => {
  const { page } = owner;
  await owner.open('overview');
  const account = page.getByRole('button', { name: /^Account: / }).first();
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible();
  await expect(page.getByRole('group', { name: `Countinghouse ${version}` })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(account).toBeFocused();

  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  await expect(help.getByRole('link', { name: 'Open the glossary' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page
    .getByRole('button', { name: /^Business: / })
    .first()
    .click();
  const other = page.getByRole('menuitem').nth(1);
  await other.click();
  await expect(page).not.toHaveURL(new RegExp(owner.businessId));
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  await owner.open('payments');
  const filter = page.getByRole('button', { name: 'Filter' });
  await filter.click();
  await expect(page.getByRole('dialog', { name: 'Filter the list' })).toBeVisible();
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Expired' }).check();
  await expect(page).toHaveURL(/status=EXPIRED/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(filter).toBeFocused();
});
