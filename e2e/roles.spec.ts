import { signIn } from './fixtures/people.ts';
import { product } from './fixtures/product.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

test('shows payments to a viewer, but no way to create one', async ({ viewer, consoleWatch }) => {
  consoleWatch.expectMessage(/403/);
  await viewer.open('payments');
  await expect(viewer.page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(viewer.page.getByRole('link', { name: 'New payment' })).toHaveCount(0);
  await viewer.open('payments/new');
  await expect(viewer.page.getByRole('button', { name: 'Create payment' })).toHaveCount(0);
  await expect(viewer.page.getByRole('heading', { name: /isn’t available to your role/ })).toBeVisible();
});

test('shows risk detail to compliance and owners only', async ({ finance, compliance, viewer }) => {
  for (const desk of [compliance, finance, viewer]) {
    await desk.open('deposits?status=BLOCKED');
    await desk.page.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(desk.page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect(compliance.page.getByRole('heading', { name: /risk/i }).first()).toBeVisible();
  for (const { page } of [finance, viewer]) {
    await expect(page.getByText(/risk score/i)).toHaveCount(0);
  }
});

test('shows other roles that a filter by risk detail was ignored', async ({ compliance, viewer }) => {
  const notice = 'Part of the page address was ignored: Risk assessment';
  for (const [desk, times] of [
    [compliance, 0],
    [viewer, 1],
  ] as const) {
    await desk.open('payments?assessment=never');
    await expect(desk.page.getByRole('row').nth(1)).toBeVisible();
    await expect(desk.page.getByText(notice)).toHaveCount(times);
  }
});

test('lists exactly the businesses of the person in the switcher', async ({ owner, consoleWatch }) => {
  consoleWatch.expectMessage(/404/);
  const businesses = await sandbox.businesses();
  for (const business of businesses.slice(0, 3)) {
    await owner.page.goto(`/${business.id}/payments`);
    await expect(owner.page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
    await expect(owner.page.getByText(business.name).first()).toBeVisible();
  }
  await owner.page.goto('/00000000-0000-4000-8000-000000000000/payments');
  await expect(owner.page.getByRole('heading', { level: 1, name: 'Payments' })).toHaveCount(0);
});

test('shows only the sign-in page without a session, and returns after sign-in', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const [business] = await sandbox.businesses();
  await page.goto(`/${business?.id}/deposits`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@demo.test');
  await expect(page).toHaveURL(new RegExp(`^${product.address}/sign-in`));
  await context.close();
});

test('ends the session everywhere at sign-out', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, 'viewer');
  const other = await context.newPage();
  await other.goto(page.url());
  await page
    .getByRole('button', { name: /viewer/i })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  // The other window follows without a reload, and stays there after one.
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await context.close();
});
