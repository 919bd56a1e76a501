import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/axe.ts';
import { addColleague } from './fixtures/colleague.ts';
import { signInByPassword, submitSignIn, waitForDashboard } from './fixtures/people.ts';
import { saveDraft } from './fixtures/save-draft.ts';
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
  await expect(page.getByRole('heading', { level: 2, name: 'Permissions' })).toBeVisible();
  await page.getByRole('button', { name: 'Invite person' }).click();
  await saveDraft(page, email, () =>
    page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(email),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Invite person' }).click();
  await expect(page.getByText('Your unsent text was restored')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await page.keyboard.press('Escape');
  const link = await invite(page, email, 'Accountant');
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Link created');

  // The owner, who is signed in, can't accept it.
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: /another email address/ })).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(link);
  await expectAccessible(guest);
  await guest.getByRole('textbox', { name: 'Name' }).fill('Ana Silva');
  await guest.getByLabel('Password', { exact: true }).fill('a quiet long password');
  await guest.getByRole('button', { name: 'Create account' }).click();
  await guest.getByRole('link', { name: 'Sign in' }).click();
  await submitSignIn(guest, { email, password: 'a quiet long password' });
  await waitForDashboard(guest);
  await expect(
    guest.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Team' }),
  ).toHaveCount(0);

  await owner.open('team');
  await page.getByRole('button', { name: 'Actions for Ana Silva' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable access' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Disabled');
  // The open page leads to sign-in. A reload at the same time would be interrupted.
  await expect(guest.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(guest.getByText(/^Your access or role changed/)).toBeVisible();
  await expectAccessible(guest);
  await guest.goto(link);
  await expect(guest.getByRole('heading', { level: 1, name: /already accepted/ })).toBeVisible();
  await context.close();
});

test('an owner proposes that a role needs no second factor, and a new owner declines it but can’t approve it', async ({
  owner,
  browser,
}) => {
  const password = 'a quiet long password';
  const email = `owner-${randomUUID()}@example.test`;
  await addColleague(owner, { email, name: 'Mia Owner', password, role: 'owner' });
  const findRoles = (page: Page) =>
    page.getByRole('region', { name: 'Roles that need two-factor authentication' });
  const mine = findRoles(owner.page);
  await owner.open('team');
  await mine.getByRole('checkbox', { name: 'Accountant' }).check();
  await mine.getByRole('button', { name: 'Save roles' }).click();
  const reason = mine.getByRole('textbox', { name: 'Reason for the change' });
  // After saving, the section shows the saved values.
  await expect(async () => {
    await mine.getByRole('checkbox', { name: 'Accountant' }).uncheck();
    await expect(reason).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await reason.fill('Accountants only export');
  await mine.getByRole('button', { name: 'Propose change' }).click();
  await expect(mine.getByRole('button', { name: 'Withdraw proposal' })).toBeVisible();
  await expect(mine.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const context = await browser.newContext();
  const page = await context.newPage();
  await signInByPassword(context, { email, password });
  await page.goto(`/${owner.businessId}/team`);
  const theirs = findRoles(page);
  await expect(
    theirs.getByText('Two-factor authentication would no longer be needed for: Accountant.'),
  ).toBeVisible();
  await expect(theirs.getByText(/In the last 72 hours, one of you gave the other access/)).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await theirs.getByRole('button', { name: 'Decline' }).click();
  await expect(theirs.getByRole('button', { name: 'Decline' })).toHaveCount(0);
  await expect(theirs.getByRole('checkbox', { name: 'Accountant' })).toBeChecked();
  await context.close();
});
