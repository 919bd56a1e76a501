import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createPayment, newClientPaymentId, submitPayment } from './fixtures/new-payment.ts';
import { launchOwnProduct, withoutHistory } from './fixtures/own-product.ts';
import { readPrintedSignIn, signInByPassword } from './fixtures/people.ts';
import { expect, test } from './fixtures/test.ts';

/** Service faults and a power cut. The suite runs its own product, because faults affect every user of a product. */
test.describe.configure({ mode: 'serial' });

const refused = 'The service refused the request, so no payment was created';
const unknown = 'Outcome unknown: the payment may exist';

/** One of each outcome. Tests of the verb and of the client prove the outcome of every other answer. */
const faults = [
  ['unprocessable', refused],
  ['server-error', unknown],
] as const;

let own: Awaited<ReturnType<typeof launchOwnProduct>>;
let desk: { page: Page; businessId: string };
/** The reference of a create request whose outcome is unknown. */
let lost = '';

test.beforeAll(async ({ browser }) => {
  own = await launchOwnProduct('adversity', { environment: withoutHistory });
  const context = await browser.newContext({ baseURL: own.address });
  const page = await context.newPage();
  const person = readPrintedSignIn(own.printed, 'finance');
  desk = { page, businessId: await signInByPassword(context, person, own.address) };
});

test.afterAll(async () => {
  await desk?.page.context().close();
  await own?.end();
});

for (const [fault, said] of faults) {
  test(`the service with ${fault}: reports the outcome of the payment`, async () => {
    const clientPaymentId = newClientPaymentId(fault);
    await own.sandbox.faults(fault);
    try {
      await submitPayment(desk, { clientPaymentId, amount: '49.90' });
      await expect(desk.page.getByText(said)).toBeVisible();
      if (said === refused) {
        await expect(desk.page.getByRole('textbox', { name: 'Client payment ID' })).toHaveValue(
          clientPaymentId,
        );
        await expect(desk.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('49.90');
      } else {
        await expect(desk.page.getByText(clientPaymentId).first()).toBeVisible();
        lost = clientPaymentId;
      }
    } finally {
      await own.sandbox.faults();
    }
  });
}

test('finds a request with an unknown outcome by its reference from any page', async () => {
  const { page, businessId } = desk;
  await page.goto(`/${businessId}/overview`);
  await page.getByRole('button', { name: 'Find anything' }).first().click();
  await page.getByRole('searchbox', { name: 'Find anything' }).fill(lost);
  await page.getByRole('menuitem', { name: /Payment request · Client payment ID/ }).click();
  await expect(page).toHaveURL(/payments\/new\?intent=/);
  await expect(page.getByText(unknown)).toBeVisible();
});

test('finds a payment whose answer was lost by its callback', async () => {
  const clientPaymentId = newClientPaymentId('lost-answer');
  await own.sandbox.faults('commit-then-drop');
  await submitPayment(desk, { clientPaymentId, amount: '25' });
  await expect(desk.page.getByText(unknown)).toBeVisible();
  await own.sandbox.faults();
  const { paymentId } = await own.sandbox.payment(desk.businessId, clientPaymentId);
  await own.sandbox.chooseCoin(paymentId, 'USDT', 'TRX');
  await own.sandbox.pay(paymentId);
  await expect(desk.page.getByText('Payment created')).toBeVisible();
});

test('creates a second payable link after an unknown outcome only on confirmation, and shows both', async () => {
  const clientPaymentId = newClientPaymentId('second');
  await own.sandbox.faults('commit-then-drop');
  await submitPayment(desk, { clientPaymentId, amount: '25' });
  await expect(desk.page.getByText(unknown)).toBeVisible();
  await own.sandbox.faults();
  const { paymentId } = await own.sandbox.payment(desk.businessId, clientPaymentId);
  await desk.page.getByRole('button', { name: 'Send again' }).click();
  const question = desk.page.getByRole('alertdialog');
  await expect(question).toContainText('may create a second checkout link');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(desk.page.getByText(unknown)).toBeVisible();
  await desk.page.getByRole('button', { name: 'Send again' }).click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(desk.page.getByText('Payment created')).toBeVisible();
  const unseen = desk.page.getByText('another payment may exist');
  await expect(unseen).toBeVisible();
  await own.sandbox.chooseCoin(paymentId, 'USDT', 'TRX');
  await own.sandbox.pay(paymentId);
  await expect(desk.page.getByRole('link', { name: paymentId })).toBeVisible();
  await expect(desk.page.getByText('Share only one link')).toBeVisible();
  await expect(unseen).toBeHidden();
});

test('says when it is unknown whether a request was sent again', async () => {
  const { page } = desk;
  await own.sandbox.faults('commit-then-drop');
  await submitPayment(desk, { clientPaymentId: newClientPaymentId('again'), amount: '25' });
  await expect(page.getByText(unknown)).toBeVisible();
  await own.sandbox.faults();
  await page.route('**/payments/new?*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The request may have been sent again')).toBeVisible();
  await page.unrouteAll();
});

test('creates another link for a refused request with a known payment only once the box is checked', async () => {
  const { page, businessId } = desk;
  const clientPaymentId = newClientPaymentId('seen');
  await own.sandbox.faults('unprocessable');
  await submitPayment(desk, { clientPaymentId, amount: '25' });
  await expect(page.getByText(refused)).toBeVisible();
  await own.sandbox.faults();
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`/${businessId}/payments/import`);
  const record = { paymentId: randomUUID(), businessId, clientPaymentId, status: 'NEW' };
  await elsewhere.getByRole('textbox', { name: 'Payment record (JSON)' }).fill(JSON.stringify(record));
  await elsewhere.getByRole('button', { name: 'Check record' }).click();
  await elsewhere.getByRole('button', { name: 'Import record' }).click();
  await expect(elsewhere.getByRole('heading', { level: 1, name: clientPaymentId })).toBeVisible();
  await elsewhere.close();

  const create = page.getByRole('button', { name: 'Create payment' });
  const box = page.getByRole('checkbox', {
    name: 'Create another checkout link with this reference',
  });
  await create.click();
  await expect(page.getByText('Confirm that you want another checkout link')).toBeVisible();
  await expect(box).not.toBeChecked();
  await create.click();
  await expect(box).toHaveAccessibleDescription(/Confirm that you want another checkout link/);
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('25');
  await box.check();
  await create.click();
  await expect(page.getByRole('link', { name: 'Open checkout' })).toBeVisible();
  await expect(page.getByText('Share only one link')).toBeVisible();
  await expect(page.getByRole('link', { name: record.paymentId })).toBeVisible();
});

test('restores everything within seconds after a kill', async () => {
  const clientPaymentId = newClientPaymentId('before-the-kill');
  const created = await createPayment(desk, { clientPaymentId, amount: '12.34' });
  const again = await own.killAndStart();
  console.log(`Start with an empty data folder ${own.firstStart} ms, after a kill ${again} ms`);
  await desk.page.goto(`/${desk.businessId}/payments/${created.paymentId}`);
  await expect(desk.page.getByRole('main')).toContainText(clientPaymentId);
});
