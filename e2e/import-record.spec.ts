import { randomUUID } from 'node:crypto';
import { expectAccessible } from './fixtures/axe.ts';
import { newClientPaymentId } from './fixtures/new-payment.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

test('checks and imports a record, and shows who imported it', async ({ finance }) => {
  const { page, businessId } = finance;
  const clientPaymentId = newClientPaymentId('mailed');
  const record = JSON.stringify({
    paymentId: randomUUID(),
    businessId,
    clientPaymentId,
    status: 'DEPOSITED',
    type: 'ONE_TIME',
    displayCurrency: 'EUR',
    expectedDisplayAmount: '1234.567890123456789',
    // The interface has no such mode.
    redirectMode: 'NEW TAB, 50%',
  });
  await finance.open('payments');
  await page.getByRole('link', { name: 'Import record' }).click();
  const field = page.getByRole('textbox', { name: 'Payment record (JSON)' });
  await field.fill(record.slice(0, -1));
  await page.getByRole('button', { name: 'Check record' }).click();
  await expect(field).toHaveAccessibleDescription(/This text isn’t valid JSON/);
  await expect(field).toHaveValue(record.slice(0, -1));

  await page
    .getByLabel('Payment record file')
    .setInputFiles({ name: 'from-mail.json', mimeType: 'application/json', buffer: Buffer.from(record) });
  await expect(field).toHaveValue(record);
  await page.getByRole('button', { name: 'Check record' }).click();
  await expect(page.getByText('an import can’t mark a payment as paid')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import record' }).click();

  await expect(page.getByRole('heading', { level: 1, name: clientPaymentId })).toBeVisible();
  await expect(page.getByText(/^Payment record imported by .* \(from-mail\.json\)$/)).toBeVisible();
  await expect(page.getByText('Paid', { exact: true })).toHaveCount(0);
  await expect(page.getByText('1,234.57').first()).toBeVisible();

  await finance.open('payments');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Redirect opens in', exact: true }).click();
  await page.getByRole('checkbox', { name: 'NEW TAB, 50%' }).check();
  await expect(page).toHaveURL(/redirectMode=/);
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: clientPaymentId })).toBeVisible();
  await expect(page.getByRole('link', { name: /Redirect opens in.*NEW TAB, 50%/ })).toBeVisible();
});

test('opens a payment that only the service has by its address', async ({ finance }) => {
  const { page, businessId } = finance;
  const [paymentId = ''] = (await sandbox.play('nobody-pays', { businessId })).payments;
  const { clientPaymentId } = await sandbox.record(paymentId);
  await finance.open(`payments/${paymentId}`);
  await expect(page.getByRole('heading', { level: 1, name: clientPaymentId })).toBeVisible();
});

test('fits the longest amount on a phone without hiding a name', async ({ finance }) => {
  const { page, businessId } = finance;
  const clientPaymentId = newClientPaymentId('long');
  await finance.open('payments/import');
  await page.getByRole('textbox', { name: 'Payment record (JSON)' }).fill(
    JSON.stringify({
      paymentId: randomUUID(),
      businessId,
      clientPaymentId,
      displayCurrency: 'EUR',
      expectedDisplayAmount: `${'9'.repeat(35)}.12`,
    }),
  );
  await page.getByRole('button', { name: 'Check record' }).click();
  await page.getByRole('button', { name: 'Import record' }).click();
  await expect(page.getByRole('heading', { level: 1, name: clientPaymentId })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(clientPaymentId);
  const name = page.getByRole('menuitem').getByText(clientPaymentId, { exact: true }).first();
  await expect(name).toBeVisible();
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(80);
});
