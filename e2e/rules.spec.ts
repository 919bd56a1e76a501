import { expectAccessible } from './fixtures/axe.ts';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

test('creates, backtests, proposes and approves a rule, and opens a case for a deposit', async ({
  compliance,
  owner,
}) => {
  const { page } = compliance;
  const name = newClientPaymentId('Very large');
  const sentence = 'Open a case when a deposit is over 7,654,321 EUR in the price currency.';
  await compliance.open('reviews');
  await page.getByRole('link', { name: 'Review rules' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review rules' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Create rule' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page
    .getByRole('combobox', { name: 'Amount that the rule checks' })
    .selectOption({ label: 'Amount in price currency' });
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
  await page.getByRole('textbox', { name: 'Open a case above' }).fill('very much');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Enter an amount in digits')).toBeVisible();
  await page.getByRole('textbox', { name: 'Open a case above' }).fill('7,654,321');
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole('button', { name: 'Add condition' }).click();
  const further = page.getByRole('group', { name: 'Condition 2' });
  await further
    .getByRole('combobox', { name: 'Condition', exact: true })
    .selectOption({ label: 'Watch list' });
  await expect(
    page.getByText(
      / EUR in the price currency and the sender address of a deposit, or a party named in its risk assessment, is on the watch list\./,
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await further.getByRole('button', { name: 'Remove condition 2' }).click();
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.getByRole('button', { name: 'Run backtest' }).click();
  await expect(page.getByText(/would have opened 0 cases among \d[\d,]* deposits/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason' }).fill('No customer pays this much.');
  await page.getByRole('button', { name: 'Propose activation' }).click();
  await expect(page.getByText('Another person must approve this')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectAccessible(page);

  await owner.open(page.url());
  await expect(owner.page.getByText(sentence).first()).toBeVisible();
  await owner.page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  const payment = { clientPaymentId: newClientPaymentId('palace'), amount: '7654321.01' };
  const { paymentId } = await requestPayment(owner, payment);
  await sandbox.chooseCoin(paymentId, 'USDT', 'TRX');
  await sandbox.pay(paymentId);
  await expect(page.getByRole('link', { name: payment.clientPaymentId })).toBeVisible();
  await page.getByRole('link', { name: payment.clientPaymentId }).click();
  await expect(page.getByRole('heading', { level: 1, name: payment.clientPaymentId })).toBeVisible();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Details' }).getByText(sentence)).toBeVisible();
});
