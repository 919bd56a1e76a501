import { randomUUID } from 'node:crypto';
import { requestPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('proposes a retention time to a second owner, and refuses a hold on an unknown record', async ({
  owner,
  finance,
}) => {
  const { page } = owner;
  await owner.open('business');
  const retention = page.getByRole('region', { name: 'Data retention' });
  await retention.getByRole('button', { name: 'Change the retention time of withdrawals' }).click();
  await expect(retention.getByRole('radio', { name: 'Keep forever' })).toBeChecked();
  const years = retention.getByRole('textbox', { name: 'Keep withdrawals for' });
  await years.fill('7');
  await expect(retention.getByRole('radio', { checked: true })).toHaveCount(0);
  const warning = retention.getByText('Shorter than common legal minimums');
  await expect(warning).toBeVisible();
  await expect(retention.getByText(/past the retention time/).first()).toBeVisible();
  await retention.getByRole('radio', { name: '10 years' }).check();
  await expect(years).toHaveValue('10');
  await expect(warning).toHaveCount(0);
  await retention.getByRole('button', { name: 'Save' }).click();
  await expect(retention.getByText('proposed to remove withdrawals after 10 years')).toBeVisible();
  await expect(retention.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await retention.getByRole('button', { name: 'Withdraw proposal' }).click();
  await expect(retention.getByText('proposed to remove withdrawals')).toHaveCount(0);

  const holds = page.getByRole('region', { name: 'Legal holds' });
  await holds.getByRole('button', { name: 'Place legal hold' }).click();
  await holds.getByRole('textbox', { name: 'ID, reference or case number' }).fill(randomUUID());
  await holds.getByRole('textbox', { name: 'Reason' }).fill('The court ordered it, file 17');
  await holds.getByRole('button', { name: 'Place hold' }).click();
  await expect(
    page.getByText('This business has no payment, withdrawal, case or callback with this ID').first(),
  ).toBeVisible();

  await finance.open('business');
  await expect(finance.page.getByRole('region', { name: 'Payments that need approval' })).toBeVisible();
  await expect(finance.page.getByRole('region', { name: 'Legal holds' })).toHaveCount(0);
});

test('offers a hold on the pages of a withdrawal, a callback and a case', async ({ compliance }) => {
  const { page } = compliance;
  for (const list of ['withdrawals', 'callbacks', 'reviews']) {
    await compliance.open(list);
    const link = page.getByRole('row').nth(1).getByRole('link').first();
    // The worker opens the first cases a while after the start.
    await expect(link).toBeVisible();
    await page.goto((await link.getAttribute('href')) ?? '');
    const hold = page.getByRole('region', { name: 'Legal hold' });
    await hold.getByRole('button', { name: 'Place legal hold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Place legal hold' });
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeVisible();
  }
});

test('places a hold on the page of a payment, which names it among all holds', async ({
  compliance,
  finance,
}) => {
  const clientPaymentId = `held-${randomUUID()}`;
  const { paymentId } = await requestPayment(finance, { clientPaymentId, amount: '49.90' });
  const { page } = compliance;
  await compliance.open(`payments/${paymentId}`);
  const hold = page.getByRole('region', { name: 'Legal hold' });
  await hold.getByRole('button', { name: 'Place legal hold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Place legal hold' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The court ordered it, file 18');
  await dialog.getByRole('button', { name: 'Place hold' }).click();
  await expect(hold.getByText('Under a legal hold')).toBeVisible();
  await hold.getByRole('link', { name: 'All legal holds' }).click();
  const holds = page.getByRole('region', { name: 'Legal holds' });
  await expect(holds.getByRole('link', { name: `Payment ${clientPaymentId}` })).toBeVisible();
});
