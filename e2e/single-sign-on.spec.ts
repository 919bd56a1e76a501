import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { findFreePort } from '#scripts/database/ports.ts';
import { startOpenIdProvider } from '#tools/hostile-oidc/openid-provider.ts';
import { addAuthenticator, saveRecoveryCodes } from './fixtures/authenticator.ts';
import { expectAccessible } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { launchOwnProduct, withoutHistory } from './fixtures/own-product.ts';
import { readPrintedSignIn, signInByPassword, waitForDashboard } from './fixtures/people.ts';
import { sendAction } from './fixtures/send-action.ts';
import { expect, test } from './fixtures/test.ts';

/** Single sign-on in a browser, with an OpenID provider on loopback. */

test.describe.configure({ mode: 'serial' });

let own: Awaited<ReturnType<typeof launchOwnProduct>>;
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;

test.beforeAll(async () => {
  const port = String(await findFreePort());
  provider = await startOpenIdProvider(`http://localhost:${port}/api/auth/callback/single-sign-on`);
  own = await launchOwnProduct('single-sign-on', {
    port,
    environment: {
      ...withoutHistory,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client_id,
      OIDC_CLIENT_SECRET: provider.client_secret,
      OIDC_DOMAINS: 'corp.test',
      OIDC_BREAK_GLASS: 'emergency@corp.test',
    },
  });
});
test.afterAll(async () => {
  await own?.end();
  provider?.close();
});

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue with corp.test' });

/** Signs in at the provider as the person with this address there. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await continueButton(page).click();
  await page.getByRole('button', { name: email }).click();
}

/** Invites a person as the owner, and returns the link. */
async function invite(browser: Browser, email: string): Promise<string> {
  const context = await browser.newContext();
  const owner = readPrintedSignIn(own.printed, 'owner');
  const businessId = await signInByPassword(context, owner, own.address);
  const invitation = { businessId, email, role: 'viewer', delivery: 'link' };
  const text = await sendAction(context.request, 'invitePersonAction', invitation, own.address);
  await context.close();
  const path = /\/invitation\/[\w-]+/.exec(text)?.[0];
  if (path === undefined) throw new Error('the invitation has no link');
  return `${own.address}${path}`;
}

test('an invited person signs in with the provider and sees the identity in Settings', async ({
  browser,
}) => {
  const email = `${randomUUID()}@corp.test`;
  provider.add({ sub: randomUUID(), email, name: 'Ada Example' });
  const link = await invite(browser, email);

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByText('This email address has no password.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expectAccessible(page);
  await signInAtProvider(page, email);
  await waitForDashboard(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText(`Linked to ${email} at corp.test`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Password' })).toHaveCount(0);
  await expectAccessible(page);

  // Signing out ends our session only.
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(continueButton(page)).toBeEnabled();
  await context.close();
});

test('a sensitive action asks for a new sign-in at the provider, and works afterwards', async ({
  browser,
}) => {
  const email = `${randomUUID()}@corp.test`;
  provider.add({ sub: randomUUID(), email, name: 'Grace Example' });
  const link = await invite(browser, email);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInAtProvider(page, email);
  await waitForDashboard(page);
  await page.getByRole('link', { name: 'Settings' }).click();

  // The provider didn't say when the person signed in there, so the session is not recent.
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const add = page.getByRole('dialog', { name: 'Add a passkey' });
  await add.getByRole('button', { name: 'Continue' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(confirmation.getByLabel('Current password')).toHaveCount(0);
  await expectAccessible(page);
  await confirmation.getByRole('button', { name: 'Continue with corp.test' }).click();
  await page.getByRole('button', { name: email }).click();
  await page.waitForURL(/\/settings$/);
  await expect(page.getByText('Identity confirmed.')).toBeVisible();

  // The provider leads to a new document.
  await waitForHydration(page);
  await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await add.getByRole('button', { name: 'Continue' }).click();
  await saveRecoveryCodes(page);
  await expect(page.getByRole('table', { name: 'Passkeys' }).getByText('Never used')).toBeVisible();
  await context.close();
});

test('explains a refusal, and that the provider is away', async ({ page, context, consoleWatch }) => {
  const stranger = `${randomUUID()}@corp.test`;
  provider.add({ sub: randomUUID(), email: stranger });
  await page.goto(`${own.address}/sign-in`);
  await signInAtProvider(page, stranger);
  await expect(page.getByText('Your corp.test account has no access to Countinghouse.')).toBeVisible();
  await expectAccessible(page);

  consoleWatch.follow(context);
  consoleWatch.expectMessage(/503/);
  provider.close();
  await continueButton(page).click();
  await expect(page.getByText('corp.test can’t be reached.')).toBeVisible();
});
