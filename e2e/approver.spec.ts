import { findBusiness } from './fixtures/find-business.ts';
import { newClientPaymentId, openNewPayment } from './fixtures/new-payment.ts';
import { signInByRequest } from './fixtures/people.ts';
import { expect, test } from './fixtures/test.ts';

test('begins on Approvals, and offers an approver nothing else of the business', async ({
  browser,
  consoleWatch,
}) => {
  consoleWatch.expectMessage(/40[34]/);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInByRequest(context, 'approver');
  await page.goto('/');
  await expect(page).toHaveURL(/\/approvals$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect(links).toHaveText(['Approvals', 'Settings']);
  const business = new URL(page.url()).pathname.split('/')[1] ?? '';
  // The crossing of roles and routes proves the result of every other page (access.spec.ts).
  await page.goto(`/${business}/payments`);
  await expect(page.getByRole('heading', { name: /isn’t available to your role/ })).toBeVisible();
  await page.goto(`/${business}/reviews`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Page or record not found in this business' }),
  ).toBeVisible();
  await context.close();
});

test('lets an approver answer a higher limit and a payment above it', async ({
  owner,
  finance,
  approver,
}) => {
  // The limit stays, and from then on prices in other currencies of the business need an approval too.
  const business = await findBusiness('Shinonome Online K.K.');
  await owner.page.goto(`/${business}/business`);
  const limits = owner.page.getByRole('region', { name: 'Payments that need approval' });
  const set = async (amount: string) => {
    await limits.getByRole('button', { name: 'Add limit' }).click();
    await limits.getByLabel('Currency').selectOption('USD');
    await limits.getByRole('textbox', { name: 'Highest amount without approval' }).fill(amount);
    await limits.getByRole('button', { name: 'Set limit' }).click();
  };
  await set('6000000');
  await expect(limits.getByRole('button', { name: 'Remove the USD limit' })).toBeVisible();
  // The page is open already, and shows the proposal without a reload.
  const { page } = approver;
  await page.goto(`/${business}/approvals`);
  await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
  await set('6500000');
  await expect(limits.getByRole('button', { name: 'Withdraw proposal' })).toBeVisible();

  const change = page
    .getByRole('region', { name: 'Changes of settings' })
    .getByRole('listitem')
    .filter({ hasText: 'Raise the USD payment limit' });
  await expect(change).toContainText('6,000,000');
  await expect(change).toContainText('6,500,000');
  await expect(change).toContainText('Proposed by Oskar Brandt');
  await change.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Approve proposal' }).click();
  await expect(page.getByText('Proposal approved')).toBeVisible();
  await expect(change).toHaveCount(0);

  const clientPaymentId = newClientPaymentId('approver');
  await openNewPayment({ page: finance.page, businessId: business });
  await finance.page.getByRole('textbox', { name: 'Client payment ID' }).fill(clientPaymentId);
  await finance.page.getByLabel('Currency').selectOption('USD');
  await finance.page.getByRole('textbox', { name: 'Amount' }).fill('6500000.01');
  await finance.page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(
    finance.page.getByRole('region', { name: 'Waiting for approval' }).getByText(clientPaymentId).first(),
  ).toBeVisible();

  const payment = page
    .getByRole('region', { name: 'Payments waiting for approval' })
    .getByRole('listitem')
    .filter({ hasText: clientPaymentId });
  // The fields of the request are open.
  await expect(payment.getByText('displayCurrency', { exact: true })).toBeVisible();
  await expect(payment).toContainText('6,500,000.01');
  await payment.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Approve and create payment' }).click();
  await expect(page.getByText('Your answer was saved')).toBeVisible();
  await expect(payment).toHaveCount(0);

  // It was sent in the name of its proposer.
  await finance.page.goto(`/${business}/payments?q=${clientPaymentId}`);
  await expect(finance.page.getByRole('row').filter({ hasText: clientPaymentId })).toBeVisible();
});
