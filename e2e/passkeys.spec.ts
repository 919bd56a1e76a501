import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/pages.ts';
import { expect, test } from './fixtures/test.ts';

const password = 'a quiet long password';

/** Gives the browser a device that stores passkeys and verifies its person at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/overview$/);
}

async function signOut(page: Page): Promise<void> {
  await page.request.post('/api/auth/sign-out', { headers: { origin: new URL(page.url()).origin } });
}

test('a person adds a passkey, signs in with it, and removes it', async ({ owner, browser }) => {
  const email = `passkey-${randomUUID()}@example.test`;
  await owner.open('team');
  await owner.page.getByRole('button', { name: 'Invite person' }).click();
  const invite = owner.page.getByRole('dialog');
  await invite.getByRole('textbox', { name: 'Email' }).fill(email);
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  const link = await invite.getByRole('textbox', { name: 'Link' }).inputValue();

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Name' }).fill('Mara Lind');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await addAuthenticator(page);
  await enter(page, email);

  await page.getByRole('link', { name: 'Settings' }).click();
  await waitForHydration(page);
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
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
  await page.waitForURL(/\/overview$/);

  await page.getByRole('link', { name: 'Settings' }).click();
  await waitForHydration(page);
  await expect(passkeys.getByText('Never used')).toBeHidden();
  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();

  await signOut(page);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText("You can't sign in here with this passkey.")).toBeVisible();
  await context.close();
});
