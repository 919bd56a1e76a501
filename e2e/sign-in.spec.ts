import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { readPrintedSignIn, signInByPassword } from './fixtures/people.ts';
import { product } from './fixtures/product.ts';
import { expect, test } from './fixtures/test.ts';

const viewer = () => readPrintedSignIn(process.env['E2E_SIGN_INS'] ?? '', 'viewer');

const email = (page: Page) => page.getByRole('textbox', { name: 'Email', exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

async function enter(page: Page): Promise<void> {
  const person = viewer();
  await email(page).fill(person.email);
  await password(page).fill(person.password);
  await button(page).click();
}

async function signOut(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('has an accessible sign-in page in both themes', async ({ page }) => {
  await page.goto('/sign-in');
  await expect(button(page)).toBeEnabled();
  await expectAccessible(page);
});

test('explains a refused password and keeps the input', async ({ page, context, consoleWatch }) => {
  consoleWatch.follow(context);
  consoleWatch.expectMessage(/401/);
  await page.goto('/sign-in');
  await email(page).fill('nobody@example.test');
  await password(page).fill('not the password');
  await button(page).click();
  await expect(page.getByText('The email or password is wrong. Check both, then try again.')).toBeVisible();
  await expect(email(page)).toHaveValue('nobody@example.test');
  await expect(password(page)).toHaveValue('not the password');
  await expectAccessible(page);
});

test('keeps input from before hydration', async ({ page }) => {
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await enter(page);
  await expect(page).toHaveURL(/\/overview$/);
});

test('returns to the requested page after sign-in, at both names of this machine', async ({
  page,
  viewer: desk,
}) => {
  const other = new URL(product.address);
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  const wanted = `${other.origin}/${desk.businessId}/minimums?q=BTC`;
  await page.goto(wanted);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  await enter(page);
  await expect(page).toHaveURL(wanted);
  await signOut(page);
  await expect(page).toHaveURL(`${other.origin}/sign-in`);
});

test('ends the session that the browser had with a new sign-in', async ({ context }) => {
  const readToken = async () =>
    (await context.cookies()).find(({ name }) => name.endsWith('next-auth.session-token'));
  const readSession = async (token: Awaited<ReturnType<typeof readToken>>) =>
    (
      await fetch(`${product.address}/api/auth/session`, {
        headers: { cookie: `${token?.name}=${token?.value}` },
      })
    ).json();
  await signInByPassword(context, viewer());
  const former = await readToken();
  expect(await readSession(former)).toHaveProperty('user');
  await signInByPassword(context, viewer());
  expect(await readSession(former)).toEqual({});
  expect(await readSession(await readToken())).toHaveProperty('user');
});

test('signing in never leads to another site', async ({ page }) => {
  await page.goto(`/sign-in?callbackUrl=${encodeURIComponent('//evil.example/')}`);
  await enter(page);
  await expect(page).toHaveURL((url) => url.origin === product.address && url.pathname.endsWith('/overview'));
});

test('skips sign-in with a session, and ends it in every window at sign-out', async ({ page, context }) => {
  await signInByPassword(context, viewer());
  await page.goto('/sign-in');
  await expect(page).toHaveURL(/\/overview$/);
  const other = await context.newPage();
  await other.goto('/sign-in');
  await expect(other).toHaveURL(/\/overview$/);
  const kept = await context.cookies();

  await signOut(page);
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(other).toHaveURL(/\/sign-in$/);
  expect((await context.cookies()).some(({ name }) => name.endsWith('session-token'))).toBe(false);
  // The former cookie does not help either, because its session has ended.
  await context.addCookies(kept);
  await other.goto('/');
  await expect(other).toHaveURL(/\/sign-in$/);
});

test('ignores a refused read during sign-out', async ({ page, context }) => {
  // A change of any payment renders Overview again on the server, which opens the sign-in page.
  await page.goto(`/${await signInByPassword(context, viewer())}/payments/new`);
  const ended = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  // The session has ended at the server, and the response is still pending.
  await page.route('**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    ended.resolve();
    await refused.promise;
    await route.fulfill({ response });
  });
  await signOut(page);
  await ended.promise;
  const answer = page.waitForResponse((response) => response.url().includes('/search?'));
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('searchbox', { name: 'Find anything' }).fill('nothing');
  expect((await answer).status()).toBe(401);
  refused.resolve();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test('reports a sign-out that does not reach the server, and keeps the session', async ({
  page,
  context,
}) => {
  await page.goto(`/${await signInByPassword(context, viewer())}/overview`);
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  await signOut(page);
  await expect(page.getByText('You are still signed in')).toBeVisible();
  await expect(page).toHaveURL(/\/overview$/);
});

test('hides the cookies from scripts, and refuses a sign-in from another site', async ({ context }) => {
  const { request } = context;
  await signInByPassword(context, viewer());
  const session = (await context.cookies()).find(({ name }) => name.endsWith('session-token'));
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });

  const { csrfToken } = await (await request.get('/api/auth/csrf')).json();
  const { email: address, password: secret } = viewer();
  const form = { csrfToken, email: address, password: secret, json: 'true' };
  const url = '/api/auth/callback/credentials';
  expect((await request.post(url, { form })).status()).toBe(403);
  const foreign = { origin: 'https://evil.example' };
  expect((await request.post(url, { form, headers: foreign })).status()).toBe(403);
  const headers = { origin: product.address };
  expect((await request.post(url, { form: { ...form, csrfToken: 'x' }, headers })).status()).toBe(403);
  expect((await request.post(url, { form, headers })).status()).toBe(200);
});
