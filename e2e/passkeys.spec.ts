import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addAuthenticator, saveRecoveryCodes } from './fixtures/authenticator.ts';
import { expectAccessible } from './fixtures/axe.ts';
import { addColleague } from './fixtures/colleague.ts';
import { signInByPassword, submitSignIn, waitForDashboard } from './fixtures/people.ts';
import type { Session } from './fixtures/test.ts';
import { expect, test } from './fixtures/test.ts';

const password = 'a quiet long password';

/** Leaves the page first, because an open one goes to the sign-in page when its session has ended. */
async function signOut(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  await page.request.post('/api/auth/sign-out', { headers: { origin } });
}

/** Invites a person, who joins in this browser, signs in, and opens Settings. */
async function join(owner: Session, page: Page): Promise<string> {
  const email = `passkey-${randomUUID()}@example.test`;
  await addColleague(owner, { email, name: 'Mara Lind', password });
  const businessId = await signInByPassword(page.context(), { email, password });
  await addAuthenticator(page);
  await page.goto(`/${businessId}/settings`);
  return email;
}

test('a passkey is the second step after the password', async ({ owner, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const email = await join(owner, page);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await saveRecoveryCodes(page);
  await expect(page.getByRole('table', { name: 'Passkeys' }).getByText('Never used')).toBeVisible();
  await expect(page.getByText('10 unused codes')).toBeVisible();

  await signOut(page);
  await page.goto('/sign-in');
  await submitSignIn(page, { email, password });
  await expect(page.getByRole('heading', { level: 1, name: 'Use your passkey' })).toBeVisible();
  await expectAccessible(page);
  // The password alone opens no page.
  expect((await page.request.get('/api/auth/session')).status()).toBe(200);
  expect(await (await page.request.get('/api/auth/session')).json()).toEqual({});
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter a recovery code' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await waitForDashboard(page);
  await context.close();
});

test('a person adds a passkey, signs in with it, and removes it', async ({ owner, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await join(owner, page);

  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await saveRecoveryCodes(page);
  const passkeys = page.getByRole('table', { name: 'Passkeys' });
  await expect(passkeys.getByText('My laptop')).toBeVisible();
  await expect(passkeys.getByText('Never used')).toBeVisible();
  await expectAccessible(page);

  // The device knows the passkey, so it isn't stored twice.
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This device already has a passkey for your account.')).toBeVisible();
  await page.keyboard.press('Escape');

  await passkeys.getByRole('button', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename passkey' });
  await rename.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await rename.getByRole('button', { name: 'Save name' }).click();
  await expect(passkeys.getByText('Old laptop')).toBeVisible();

  await signOut(page);
  await page.goto('/sign-in');
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeEnabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await waitForDashboard(page);

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(passkeys.getByText('Never used')).toBeHidden();
  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();

  await signOut(page);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('You can’t sign in here with this passkey.')).toBeVisible();
  await context.close();
});
