import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addAuthenticator, saveRecoveryCodes, showCode } from './fixtures/authenticator.ts';
import { expectAccessible } from './fixtures/axe.ts';
import { addColleague } from './fixtures/colleague.ts';
import { expectSignedOut, signInByPassword, submitSignIn, waitForDashboard } from './fixtures/people.ts';
import { expect, test } from './fixtures/test.ts';

const password = 'a quiet long password';

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in');
  await submitSignIn(page, { email, password });
}

test('a person sets up an app, signs in with a recovery code, and an owner resets the factor', async ({
  owner,
  browser,
}) => {
  const email = `factor-${randomUUID()}@example.test`;
  await addColleague(owner, { email, name: 'Noa Factor', password });

  const page = await (await browser.newContext()).newPage();
  const businessId = await signInByPassword(page.context(), { email, password });
  await page.goto(`/${businessId}/settings`);
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const setUp = page.getByRole('alertdialog');
  await setUp.getByLabel('Password').fill(password);
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await setUp.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await setUp.getByRole('textbox', { name: 'Code from the authenticator app' }).fill(await showCode(secret));
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  const items = setUp.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await setUp.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(page.getByText('10 unused codes')).toBeVisible();
  await expectAccessible(page);

  // Another browser gets no session without a code.
  const other = await (await browser.newContext()).newPage();
  await enterPassword(other, email);
  await other.getByRole('heading', { level: 1, name: 'Enter your code' }).waitFor();
  await expectAccessible(other);
  await other.goto('/');
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await other.goto('/sign-in/second-factor');
  await other.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
  await other.getByRole('checkbox', { name: /Don.t ask again/ }).check();
  await other.getByRole('button', { name: 'Sign in' }).click();
  await waitForDashboard(other);

  // The browser is remembered.
  await other.getByRole('button', { name: /^Account/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.waitForURL(/\/sign-in/);
  await enterPassword(other, email);
  await waitForDashboard(other);

  // It skips the code at sign-in, but not before a new way into the account.
  await addAuthenticator(other);
  await other.getByRole('link', { name: 'Settings' }).click();
  await other.getByRole('button', { name: 'Add passkey' }).click();
  await other
    .getByRole('dialog', { name: 'Add a passkey' })
    .getByRole('button', { name: 'Continue' })
    .click();
  const confirmation = other.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Current password').fill(password);
  await confirmation.getByRole('textbox', { name: 'Current code' }).fill(codes[1] ?? '');
  await expectAccessible(other);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(other.getByRole('table', { name: 'Passkeys' }).getByText('Never used')).toBeVisible();

  await owner.open('team');
  const row = owner.page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('On');
  await owner.page.getByRole('button', { name: 'Actions for Noa Factor' }).click();
  await owner.page.getByRole('menuitem', { name: 'Reset two-factor authentication' }).click();
  await owner.page.getByRole('button', { name: 'Reset two-factor authentication' }).click();
  await expect(row).toContainText('Off');
  await expectSignedOut(page.context());
});

test('compliance sees reviews only after the set-up of a second factor', async ({ owner, browser }) => {
  const email = `compliance-${randomUUID()}@example.test`;
  await addColleague(owner, { email, name: 'Noa Desk', password, role: 'compliance' });
  const page = await (await browser.newContext()).newPage();
  await addAuthenticator(page);
  await signInByPassword(page.context(), { email, password });
  await page.goto('/');
  const notice = page.getByText('Set up two-factor authentication to see risk detail');
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Reviews' }).click();
  await page.waitForURL(/\/settings$/);
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await saveRecoveryCodes(page);
  await expect(notice).toHaveCount(0);
  await page.getByRole('link', { name: 'Reviews' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible();
});
