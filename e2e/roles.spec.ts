import { signIn } from './fixtures/people.ts';
import { product } from './fixtures/product.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

test('a viewer sees payments, but no way to create one', async ({ viewer, consoleWatch }) => {
  consoleWatch.expectComplaint(/403/);
  await viewer.open('payments');
  await expect(viewer.page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(viewer.page.getByRole('link', { name: 'New payment' })).toHaveCount(0);
  await viewer.open('payments/new');
  await expect(viewer.page.getByRole('button', { name: 'Create payment' })).toHaveCount(0);
  await expect(viewer.page.getByRole('heading', { name: /not open to your role/ })).toBeVisible();
});

test('risk detail is for compliance and owners alone', async ({ finance, compliance, viewer }) => {
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

test('an address that filters by risk detail says to others that this was left out', async ({
  compliance,
  viewer,
}) => {
  const said = 'Part of the address was left out: Assessment';
  for (const [desk, times] of [
    [compliance, 0],
    [viewer, 1],
  ] as const) {
    await desk.open('payments?assessment=never');
    await expect(desk.page.getByRole('row').nth(1)).toBeVisible();
    await expect(desk.page.getByText(said)).toHaveCount(times);
  }
});

test('the switcher leads to each business of the person and to no other', async ({ owner, consoleWatch }) => {
  consoleWatch.expectComplaint(/404/);
  const businesses = await sandbox.businesses();
  for (const business of businesses.slice(0, 3)) {
    await owner.page.goto(`/${business.id}/payments`);
    await expect(owner.page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
    await expect(owner.page.getByText(business.name).first()).toBeVisible();
  }
  await owner.page.goto('/00000000-0000-4000-8000-000000000000/payments');
  await expect(owner.page.getByRole('heading', { level: 1, name: 'Payments' })).toHaveCount(0);
});

test('without a session there is only the sign-in page, and it leads back', async ({ browser }) => {
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

test('signing out ends the session everywhere', async ({ browser }) => {
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
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await context.close();
});
