import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import type { MailServer } from '#lib/platform/testing/mail-server.ts';
import { readBody, startMailServer } from '#lib/platform/testing/mail-server.ts';
import type { EmbeddedDatabase } from '#scripts/database/embedded.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { findFreePort } from '#scripts/database/ports.ts';
import { testFolder } from '#scripts/database/test-folder.ts';
import { expectAccessible } from './fixtures/axe.ts';
import { launchOwnProduct } from './fixtures/own-product.ts';
import { expectSignedOut, submitSignIn, waitForDashboard } from './fixtures/people.ts';
import { expect, test } from './fixtures/test.ts';

/**
 * The first start with a real service and an empty database, without any variable about an owner. The printed link
 * creates the first owner, who invites a person and transfers the ownership, while the mail server is away. When it is
 * back, that person uses mailed links.
 */

test.describe.configure({ mode: 'serial' });

const businessId = randomUUID();
const password = 'a quiet long password';
const newPassword = 'another quiet password';
const guestEmail = 'gina@example.test';
const cronSecret = 'a-cron-secret-that-is-long-enough';

let databaseFolder: string;
let database: EmbeddedDatabase;
let service: Server;
let mailPort: number;
let own: Awaited<ReturnType<typeof launchOwnProduct>>;

/** Stands for a service that knows none of our requests. Returns it with its address. */
async function startService(): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((_request, response) => response.writeHead(404).end('{}'));
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${port}` };
}

test.beforeAll(async () => {
  databaseFolder = await testFolder('first-start-database');
  database = await startEmbeddedDatabase({ dataDir: databaseFolder, port: 0, fsync: false });
  const started = await startService();
  service = started.server;
  mailPort = await findFreePort();
  own = await launchOwnProduct('first-start', {
    environment: {
      DATABASE_URL: database.url,
      SERVICE_BASE_URL: started.address,
      SERVICE_API_KEY: 'key',
      SERVICE_API_SECRET: 'secret',
      CALLBACK_SECRETS: 'a-callback-secret-that-is-long-enough',
      BUSINESS_IDS: businessId,
      OWNER_EMAIL: '',
      OWNER_PASSWORD: '',
      SMTP_URL: `smtp://127.0.0.1:${mailPort}?tls=off`,
      SMTP_FROM: 'desk@example.test',
      CRON_SECRET: cronSecret,
    },
  });
});
test.afterAll(async () => {
  await own?.end();
  service?.close();
  await database?.stop();
  if (databaseFolder !== undefined) await rm(databaseFolder, { recursive: true, force: true });
});

const openPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

async function fillSignIn(page: Page, email: string, typed: string): Promise<void> {
  await submitSignIn(page, { email, password: typed });
  await waitForDashboard(page);
}

async function openTeam(page: Page): Promise<void> {
  await page.goto(`${own.address}/${businessId}/team`);
}

const findRow = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Returns the link that the open dialog shows, and closes it. */
async function takeLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

/** Opens the printed link and becomes the first owner. */
async function becomeOwner(page: Page, email: string): Promise<void> {
  const printed = /There is no account yet\.[^\n]*\n\s+(\S+\/invitation\/[\w-]{43})\s*\n/.exec(own.printed);
  const link = printed?.[1] ?? '';
  expect(link, own.printed).toContain(own.address);
  expect(own.printed).not.toContain('demo');
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Name' }).fill('Olga First');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('leavemealone');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(field).toHaveAccessibleDescription(/lists of stolen passwords/);
  await field.fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, email, password);
  expect(page.url()).toContain(businessId);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: /already accepted/ })).toBeVisible();
}

/** Invites a person, by the selected delivery. */
async function invite(page: Page, email: string, delivery: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('radio', { name: delivery }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
}

/** Runs a job at once, as a scheduler does. The worker waits ten seconds between its runs. */
async function runJob(name: 'mail' | 'password-resets'): Promise<void> {
  const headers = { authorization: `Bearer ${cronSecret}` };
  expect((await fetch(`${own.address}/api/cron/${name}`, { headers })).status, name).toBe(200);
}

/** Waits until the mail of an invitation couldn't be sent, and creates a link instead. */
async function replaceDelayedMail(page: Page, email: string): Promise<void> {
  await runJob('mail');
  const row = findRow(page, email);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Email delayed', { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText('Countinghouse tries again for a day.');
  await expectAccessible(page);
  await choose(page, `Actions for the invitation of ${email}`, 'Create new link');
  expect(await takeLink(page)).toContain(`${own.address}/invitation/`);
  await expect(row).toContainText('Link created');
}

test('the printed link creates the first owner, who hands the business over', async ({ browser }) => {
  const [owner, guest] = [await openPage(browser), await openPage(browser)];
  const ownerEmail = 'olga@example.test';
  const delayedEmail = 'delayed@example.test';
  await becomeOwner(owner, ownerEmail);

  await openTeam(owner);
  await invite(owner, delayedEmail, 'By email');
  await expect(findRow(owner, delayedEmail)).toBeVisible();
  await invite(owner, guestEmail, 'As a link that you copy');
  await guest.goto(await takeLink(owner));
  await guest.getByRole('textbox', { name: 'Name' }).fill('Gina Second');
  await guest.getByLabel('Password', { exact: true }).fill(password);
  await guest.getByRole('button', { name: 'Create account' }).click();
  await guest.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(guest, guestEmail, password);

  // A link for a new password ends the session of the person.
  await openTeam(owner);
  await choose(owner, 'Actions for Gina Second', 'Create a password reset link');
  const reset = await takeLink(owner);
  await guest.goto(reset);
  await expectAccessible(guest);
  const field = guest.getByLabel('New password');
  await field.fill('leavemealone');
  await guest.getByRole('button', { name: 'Set password' }).click();
  await expect(field).toHaveAccessibleDescription(/lists of stolen passwords/);
  await field.fill(newPassword);
  await guest.getByRole('button', { name: 'Set password' }).click();
  await guest.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(guest, guestEmail, newPassword);

  // An open page would go to the sign-in page when its session has ended.
  await guest.goto('about:blank');
  await openTeam(owner);
  await choose(owner, 'Actions for Gina Second', 'Change role');
  await owner.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Finance' });
  await owner.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await expect(findRow(owner, guestEmail)).toContainText('Finance');
  await expectSignedOut(guest.context(), own.address);

  await replaceDelayedMail(owner, delayedEmail);
  await choose(owner, 'Actions for Gina Second', 'Transfer ownership');
  const transfer = owner.getByRole('alertdialog');
  await transfer.getByRole('combobox', { name: 'Your new role' }).selectOption({ label: 'Viewer' });
  await transfer.getByRole('button', { name: 'Transfer ownership' }).click();
  await expect(owner.getByRole('heading', { level: 1, name: 'Team' })).toHaveCount(0);

  await guest.goto(`${own.address}/sign-in`);
  await fillSignIn(guest, guestEmail, newPassword);
  await openTeam(guest);
  await expect(findRow(guest, guestEmail)).toContainText('The only owner');
  await choose(guest, 'Actions for Olga First', 'Remove');
  await guest.getByRole('button', { name: 'Remove person' }).click();
  await expect(findRow(guest, ownerEmail)).toHaveCount(0);
  await owner.goto(`${own.address}/${businessId}/overview`);
  await expect(owner.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

/** Waits for the mail to this address with a link of this kind, and returns the link. */
async function receiveLink({ received }: MailServer, email: string, kind: string): Promise<string> {
  const pattern = new RegExp(`${own.address}/${kind}/[\\w-]{43}`);
  const find = () =>
    received
      .filter(({ to }) => to.includes(email))
      .map(({ raw }) => pattern.exec(readBody(raw))?.[0])
      .find((link) => link !== undefined);
  const send = async () => {
    await runJob('password-resets');
    await runJob('mail');
    return find();
  };
  await expect.poll(send).toBeDefined();
  return find() ?? '';
}

test('mailed links set a forgotten password and confirm a new address', async ({ browser }) => {
  const mailServer = await startMailServer({ port: mailPort });
  try {
    const page = await openPage(browser);
    const newEmail = 'gina.second@example.test';
    await page.goto(`${own.address}/sign-in`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The sign-in page has a field of the same name.
    await page.waitForURL(/\/reset$/);
    await page.getByRole('textbox', { name: 'Email' }).fill(guestEmail);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
    const reset = await receiveLink(mailServer, guestEmail, 'reset');
    await page.goto(reset);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, guestEmail, password);
    await page.goto(reset);
    await expect(page.getByRole('heading', { level: 1, name: 'This link was already used' })).toBeVisible();

    await page.goto(`${own.address}/${businessId}/settings`);
    await page.getByRole('button', { name: 'Change email address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'New email address' }).fill(newEmail);
    await dialog.getByLabel('Your current password').fill(password);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(`Link sent to ${newEmail}`)).toBeVisible();
    await page.goto(await receiveLink(mailServer, newEmail, 'email'));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Email address changed' })).toBeVisible();
    await page.getByRole('link', { name: 'Open Countinghouse' }).click();
    await page.waitForURL(/\/overview$/);
    const other = await openPage(browser);
    await other.goto(`${own.address}/sign-in`);
    await fillSignIn(other, newEmail, password);
  } finally {
    await mailServer.close();
  }
});
