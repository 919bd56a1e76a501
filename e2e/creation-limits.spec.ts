import { findBusiness } from './fixtures/find-business.ts';
import { newClientPaymentId, openNewPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('sends a payment above a limit only after a colleague approves it', async ({ finance, owner }) => {
  // Only a second owner can remove a limit, so it stays. From then on, prices in other currencies need an approval too.
  const business = await findBusiness('Copper & Vine Ltd.');
  await owner.page.goto(`/${business}/business`);
  const limits = owner.page.getByRole('region', { name: 'Payments that need approval' });
  await limits.getByRole('button', { name: 'Add limit' }).click();
  await limits.getByLabel('Currency').selectOption('GBP');
  await limits.getByRole('textbox', { name: 'Highest amount without approval' }).fill('7000000');
  await limits.getByRole('button', { name: 'Set limit' }).click();
  await expect(limits.getByRole('button', { name: 'Remove the GBP limit' })).toBeVisible();

  const { page } = finance;
  const clientPaymentId = newClientPaymentId('large');
  await openNewPayment({ page: finance.page, businessId: business });
  await page.getByRole('textbox', { name: 'Client payment ID' }).fill(clientPaymentId);
  await page.getByLabel('Currency').selectOption('GBP');
  await page.getByRole('textbox', { name: 'Amount' }).fill('7000000.01');
  // The reason is beside the button.
  await expect(page.getByText(/need a second person’s approval/)).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  const own = page.getByRole('region', { name: 'Waiting for approval' });
  await expect(own.getByText(clientPaymentId).first()).toBeVisible();
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  // A closed disclosure inside an open one looks closed.
  const arrow = own
    .getByRole('listitem')
    .filter({ hasText: clientPaymentId })
    .getByText('Request details')
    .evaluate((title) => getComputedStyle(title.previousElementSibling ?? title).rotate);
  expect(await arrow).toBe('none');

  await owner.page.goto(`/${business}/payments/new`);
  const waiting = owner.page.getByRole('region', { name: 'Waiting for approval' });
  const line = waiting.getByRole('listitem').filter({ hasText: clientPaymentId });
  await line.getByRole('button', { name: 'Approve' }).click();
  await expect(owner.page.getByRole('alertdialog').getByText('7,000,000.01')).toBeVisible();
  await owner.page.getByRole('button', { name: 'Approve and create payment' }).click();
  await expect(owner.page.getByRole('link', { name: 'Open checkout' })).toBeVisible();
});
