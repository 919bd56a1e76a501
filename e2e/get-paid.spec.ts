import type { Locator, Page, Request } from '@playwright/test';
import { waitForHydration } from './fixtures/hydration.ts';
import { createPayment, newClientPaymentId, openNewPayment, requestPayment } from './fixtures/new-payment.ts';
import { signInByForm } from './fixtures/people.ts';
import { product } from './fixtures/product.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

/** The first task of a new user: request a payment, pay it at the checkout, and see it arrive. */

test('shows a payment of 49.90 EUR in USDT on TRX on the open page within a second', async ({ finance }) => {
  const { page, context, businessId } = finance;
  const clientPaymentId = newClientPaymentId('order');
  const created = await createPayment(finance, { clientPaymentId, amount: '49.90' });
  await expect(page.getByRole('img', { name: 'QR code of the checkout link' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();

  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open checkout' }).click();
  const checkout = await opening;
  await checkout.getByRole('button', { name: /USDT on TRX/ }).click();
  await expect(checkout.getByText('Waiting for your payment')).toBeVisible();

  await page.getByRole('link', { name: 'Go to the payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: clientPaymentId })).toBeVisible();
  await expect(page.getByText('No deposits yet.')).toBeVisible();
  const seen = page.getByRole('heading', { level: 2, name: 'Deposit', exact: true }).waitFor();
  await checkout.getByRole('button', { name: 'Pay exact amount' }).click();
  const paidAt = Date.now();
  await seen;
  const took = Date.now() - paidAt;
  console.log(`From the payer's click to the open page: ${took} ms`);

  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('USDT').first()).toBeVisible();
  await expect(page.getByText('TRX').first()).toBeVisible();
  await expect(page.getByText('49.90').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open deposit' })).toBeVisible();

  await page.goto(`/${businessId}/payments?q=${clientPaymentId}`);
  const row = page.getByRole('row', { name: clientPaymentId });
  await expect(row.getByText('Paid', { exact: true })).toBeVisible();
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(`${product.address}/${businessId}/payments/${created.paymentId}`);
});

test('marks the refresh of an open page after an event, which extends no session, and no visit', async ({
  finance,
}) => {
  const { page, context } = finance;
  const { paymentId } = await requestPayment(finance, {
    clientPaymentId: newClientPaymentId('live'),
    amount: '5',
  });
  await finance.open(`payments/${paymentId}`);
  const waitForRender = (part: string) =>
    page.waitForRequest(
      (request) =>
        request.headers()['next-router-prefetch'] === undefined &&
        request.headers()['rsc'] === '1' &&
        new URL(request.url()).pathname.endsWith(part),
    );
  const readCookies = async (rendering: Promise<Request>) => (await (await rendering).allHeaders())['cookie'];
  const refreshing = waitForRender(paymentId);
  await sandbox.chooseCoin(paymentId, 'USDT', 'TRX');
  await sandbox.pay(paymentId);
  expect(await readCookies(refreshing)).toContain('live-refresh-');
  await expect(page.getByRole('heading', { level: 2, name: 'Deposit', exact: true })).toBeVisible();
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name).join(' '))
    .not.toContain('live-refresh-');
  const visiting = waitForRender('/deposits');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Deposits' }).click();
  // A further event may mark a refresh of the page that is left, by the path of that page.
  expect(await readCookies(visiting)).not.toMatch(/live-refresh-[^;]*deposits/);
});

test('takes a first-time user from sign-in to a copied payment link in five clicks', async ({
  page,
  context,
  consoleWatch,
}) => {
  consoleWatch.follow(context);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clientPaymentId = newClientPaymentId('first');
  // The form of the sign-in page has one button.
  let clicks = 1;
  await signInByForm(page, 'finance');
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Payments' }));
  await click(page.getByRole('link', { name: 'New payment' }).first());
  await page.waitForURL(/\/payments\/new$/);
  await waitForHydration(page);
  await page.getByRole('textbox', { name: 'Client payment ID' }).fill(clientPaymentId);
  await page.getByRole('textbox', { name: 'Amount' }).fill('49.90');
  await click(page.getByRole('button', { name: 'Create payment' }));
  await click(page.getByRole('button', { name: 'Copy link' }));
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^https?:\/\/.+[0-9a-f-]{36}/);
  expect(clicks).toBe(5);
});

/** Checks that the button is in view and not covered, where the page is scrolled to. */
async function expectInView(page: Page, button: Locator): Promise<void> {
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click({ trial: true });
  expect(await scrolled()).toBe(before);
}

test('keeps “Create payment” in view at every step, and creates one payment on a double click', async ({
  finance,
}) => {
  const { page, businessId } = finance;
  const clientPaymentId = newClientPaymentId('twice');
  await openNewPayment(finance);
  const submit = page.getByRole('button', { name: 'Create payment' });
  const reference = page.getByRole('textbox', { name: 'Client payment ID' });
  const steps = [
    reference,
    page.getByRole('textbox', { name: 'Amount' }),
    page.getByLabel('Expires'),
    page.getByRole('textbox', { name: 'Redirect URL' }),
    page.getByRole('textbox', { name: 'Note' }),
  ];
  // The last one is a phone with an open keyboard.
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
    { width: 390, height: 480 },
  ]) {
    await page.setViewportSize(viewport);
    for (const field of steps) {
      await field.focus();
      await expect(field).toBeInViewport();
      await expectInView(page, submit);
    }
    await reference.fill('');
    await submit.click();
    await expect(page.getByText('Enter an ID for this payment')).toBeInViewport();
    await expectInView(page, submit);
  }
  await reference.fill(clientPaymentId);
  await page.getByRole('textbox', { name: 'Amount' }).fill('49.90');
  await submit.dblclick();
  await expect(page.getByRole('link', { name: 'Open checkout' })).toBeVisible();
  await page.getByText('Sent request', { exact: true }).click();
  const timesSent = page.getByRole('term').filter({ hasText: 'Times sent' });
  await expect(timesSent).toBeVisible();
  await expect(page.getByRole('definition').last()).toHaveText('1');
  expect(await sandbox.payments(businessId, clientPaymentId)).toHaveLength(1);
});

test('shows the deposit and the mismatch of a payment overpaid by 20 % in another coin', async ({
  finance,
}) => {
  const { page, context, businessId } = finance;
  const clientPaymentId = newClientPaymentId('over');
  const created = await createPayment(finance, { clientPaymentId, amount: '100' });
  const checkout = await context.newPage();
  await checkout.goto(created.checkoutUrl);
  await checkout.getByRole('button', { name: /USDT on TRX/ }).click();
  await expect(checkout.getByText('Waiting for your payment')).toBeVisible();
  const panel = checkout.getByRole('region', { name: 'Pay something else' });
  await panel.getByRole('combobox', { name: 'Coin' }).selectOption('LTC');
  await panel.getByRole('combobox', { name: 'Network' }).selectOption('LTC');
  await panel.getByRole('textbox', { name: 'Amount' }).fill('1.5');
  await panel.getByRole('button', { name: 'Pay this instead' }).click();

  await page.goto(`/${businessId}/payments/${created.paymentId}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Deposit', exact: true })).toBeVisible();
  await expect(page.getByText('Wrong coin').first()).toBeVisible();
  await expect(page.getByText('LTC').first()).toBeVisible();
  await expect(page.getByText(/^1\.50?\sLTC$/).first()).toBeVisible();
});

test('shows a withdrawal from the panel on the open list', async ({ finance }) => {
  const { page, context, businessId } = finance;
  const clientWithdrawalId = newClientPaymentId('payout');
  await finance.open('withdrawals');
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible();

  const panel = await context.newPage();
  await panel.goto(`${product.sandbox}/sandbox/withdrawals`);
  await panel.getByRole('combobox', { name: 'Business' }).first().selectOption(businessId);
  await panel.getByRole('textbox', { name: 'Client withdrawal id' }).fill(clientWithdrawalId);
  await panel.getByRole('button', { name: 'Start withdrawal' }).click();
  const broadcast = panel
    .getByRole('row', { name: clientWithdrawalId })
    .getByRole('button', { name: 'Broadcast now' });
  await broadcast.click();

  const row = page.getByRole('row', { name: clientWithdrawalId });
  await expect(row.getByText('Completed')).toBeVisible();
  await row.getByRole('link').first().click();
  await expect(page.getByRole('main')).toContainText(clientWithdrawalId);
  await expect(page.getByRole('main')).toContainText('USDT');
});
