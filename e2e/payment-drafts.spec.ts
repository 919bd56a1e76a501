import { waitForHydration } from './fixtures/hydration.ts';
import { newClientPaymentId } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('offers the unsent payment of a closed tab, and adds its note and labels to the created payment', async ({
  finance,
}) => {
  const { page, businessId } = finance;
  const clientPaymentId = newClientPaymentId('draft');
  await finance.open('payments/new');
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await waitForHydration(tab);
  await tab.getByRole('textbox', { name: 'Client payment ID' }).fill(clientPaymentId);
  await tab.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await tab.getByRole('textbox', { name: 'Labels' }).fill('Draft test');
  await tab.getByRole('textbox', { name: 'Note' }).fill('Agreed by phone');
  const saved = async () => {
    const response = await page.request.get(`/api/businesses/${businessId}/drafts?form=new-payment`);
    return response.text();
  };
  await expect.poll(saved).toContain('Agreed by phone');
  // The other tab has its own text.
  await expect(page.getByRole('textbox', { name: 'Client payment ID' })).not.toHaveValue(clientPaymentId);
  await tab.close();

  await page.reload();
  const offer = page
    .getByRole('list', { name: 'Unsent payments' })
    .getByRole('listitem')
    .filter({ hasText: clientPaymentId });
  await offer.getByRole('button', { name: 'Continue draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Client payment ID' })).toHaveValue(clientPaymentId);
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Agreed by phone');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await page.getByRole('link', { name: 'Go to the payment' }).click();
  await expect(page.getByText('Agreed by phone')).toBeVisible();
  await expect(page.getByText('Draft test').first()).toBeVisible();
  await expect.poll(saved).not.toContain(clientPaymentId);
});
