import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { expect, test } from './fixtures/test.ts';

/** Invites with a copied link and returns it. The product of the tests has no mail server. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption({ label: role });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

test('an owner invites a person, who joins, signs in and loses the access again', async ({
  owner,
  browser,
}) => {
  const email = `ana+${randomUUID()}@example.test`;
  const { page } = owner;
  await owner.open('team');
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Permissions' })).toBeVisible();
  const link = await invite(page, email, 'Accountant');
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Link created');

  // The owner, who is signed in, can't accept it.
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: /another address/ })).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(link);
  await expectAccessible(guest);
  await guest.getByRole('textbox', { name: 'Name' }).fill('Ana Silva');
  await guest.getByLabel('Password', { exact: true }).fill('a quiet long password');
  await guest.getByRole('button', { name: 'Create account' }).click();
  await guest.getByRole('link', { name: 'Sign in' }).click();
  await guest.getByRole('textbox', { name: 'Email' }).fill(email);
  await guest.getByLabel('Password', { exact: true }).fill('a quiet long password');
  await guest.getByRole('button', { name: 'Sign in' }).click();
  await guest.waitForURL(/\/overview$/);
  await expect(
    guest.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Team' }),
  ).toHaveCount(0);

  await owner.open('team');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Actions for Ana Silva' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable access' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Disabled');
  await guest.reload();
  await expect(guest.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { level: 1, name: /already accepted/ })).toBeVisible();
  await context.close();
});

test('shows the team to no other role', async ({ compliance, consoleWatch }) => {
  consoleWatch.expectMessage(/403/);
  await compliance.open('team');
  await expect(compliance.page.getByRole('heading', { name: /available to your role/ })).toBeVisible();
});
