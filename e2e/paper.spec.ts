import { readFile } from 'node:fs/promises';
import { createPayment, newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

test('prints a payment with full ids and without controls, and downloads it as a PDF', async ({
  finance,
}) => {
  const { page } = finance;
  await finance.open('payments?status=DEPOSITED');
  await page.keyboard.press('j');
  const drawer = page.getByRole('region', { name: 'Payment beside the list' });
  await expect(drawer).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('row')).not.toHaveCount(0);
  expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(10_000);
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.keyboard.press('Escape');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Details', exact: true })).toBeVisible();

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/-payment-[0-9a-f-]{36}-\d{4}-\d\d-\d\d\.pdf$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(bytes.toString('latin1')).toContain('/FontFile2');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Payments' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Lists print in landscape, records in portrait.
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...printed.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  expect(sizes.length).toBeGreaterThan(0);
  for (const [, width, height] of sizes) expect(Number(width)).toBeLessThan(Number(height));
});

test('prints a created payment for the customer: QR code, link, amount and reference', async ({
  finance,
}) => {
  const { page } = finance;
  const clientPaymentId = newClientPaymentId('sheet');
  const { checkoutUrl } = await createPayment(finance, { clientPaymentId, amount: '49.90' });
  await page.emulateMedia({ media: 'print' });
  const checkout = page.getByRole('region', { name: 'Checkout', exact: true });
  await expect(checkout.getByRole('img', { name: 'QR code of the checkout link' })).toBeVisible();
  // Identifiers print from an attribute, so that none is shortened.
  const listPrinted = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-whole]')]
        .filter((element) => element.checkVisibility())
        .map((element) => getComputedStyle(element, '::after').content)
        .sort(),
    );
  await expect.poll(listPrinted).toEqual([`"${checkoutUrl}"`, `"${clientPaymentId}"`].sort());
  await expect(checkout.getByText('49.90')).toBeVisible();
  await expect(page).toHaveTitle(`${clientPaymentId} · Countinghouse`);
  await expect(page.getByRole('heading', { name: 'New payment' })).toHaveCount(0);
  for (const role of ['navigation', 'button', 'link', 'searchbox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  for (const text of ['<iframe', 'businessId', 'Sandbox', 'Times sent'])
    await expect(page.getByText(text).filter({ visible: true })).toHaveCount(0);
});

test('prints the expiry of a payment once', async ({ finance }) => {
  const { page } = finance;
  const { paymentId } = await requestPayment(finance, {
    clientPaymentId: newClientPaymentId('paper'),
    amount: '1',
  });
  await finance.open(`payments/${paymentId}`);
  const expires = page.getByRole('definition').filter({ hasText: /\d{4}.*in \d+ min/ });
  await expect(expires.getByRole('time')).toHaveCount(2);
  await page.emulateMedia({ media: 'print' });
  await expect(expires.getByRole('time')).toHaveCount(1);
});

test('prints the exact digits of a rounded amount', async ({ finance }) => {
  const { page } = finance;
  const { paymentId } = await requestPayment(finance, {
    clientPaymentId: newClientPaymentId('exact'),
    amount: '1',
  });
  await sandbox.pay(paymentId, { depositCurrency: 'ETH', network: 'ETH', amount: '0.123456789012345678' });
  await finance.open(`payments/${paymentId}`);
  const amount = page.getByRole('main').getByText('0.12345679').first();
  await expect(amount).toHaveAttribute('value', '0.123456789012345678');
  const written = () => amount.evaluate((element) => getComputedStyle(element, '::after').content);
  await expect.poll(written).toBe('none');
  await page.emulateMedia({ media: 'print' });
  await expect.poll(written).toContain('exact amount: 0.123456789012345678 ETH');
});

test('prints the bars of days, which consist of a background', async ({ finance }) => {
  const { page } = finance;
  await finance.open('overview');
  const drawn = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-bar]')].map((bar) => getComputedStyle(bar).printColorAdjust),
    );
  await page.emulateMedia({ media: 'print' });
  await expect.poll(drawn).toContain('exact');
  await expect.poll(drawn).not.toContain('economy');
});
