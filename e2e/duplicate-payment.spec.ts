import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('repeats the terms of a payment under a new client payment ID', async ({ finance, viewer }) => {
  const { page } = finance;
  const clientPaymentId = newClientPaymentId('order');
  const { paymentId } = await requestPayment(finance, { clientPaymentId, amount: '49.90' });
  await finance.open(`payments/${paymentId}`);
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New payment' })).toBeVisible();
  // The record has the amount without trailing zeros.
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('49.9');
  await expect(page.getByLabel('Client payment ID')).not.toHaveValue(clientPaymentId);

  await viewer.open(`payments/${paymentId}`);
  await expect(viewer.page.getByRole('heading', { level: 1, name: clientPaymentId })).toBeVisible();
  await expect(viewer.page.getByRole('button', { name: 'Duplicate' })).toHaveCount(0);
});
