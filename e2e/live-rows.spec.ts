import { newClientPaymentId, requestPayment, waitForNextSecond } from './fixtures/new-payment.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';
import { newAddress, withdraw } from './fixtures/withdraw.ts';

test('keeps a row that leaves the list under the pointer in place, with its current values', async ({
  finance,
  viewer,
}) => {
  const { page } = viewer;
  const reference = newClientPaymentId('leaves');
  const [{ paymentId }] = await Promise.all([
    requestPayment(finance, { clientPaymentId: `${reference}-a`, amount: '3' }),
    requestPayment(finance, { clientPaymentId: `${reference}-b`, amount: '4' }),
  ]);
  await viewer.open(`payments?status=NEW&q=${reference}`);
  const [paid, other] = ['a', 'b'].map((end) => page.getByRole('row', { name: `${reference}-${end}` }));
  if (!paid || !other) throw new Error('two rows');
  await paid.hover();
  await sandbox.chooseCoin(paymentId, 'USDT', 'TRX');
  await sandbox.pay(paymentId);
  await expect(paid.getByText('No longer in this list')).toBeVisible();
  await expect(paid.getByText('New', { exact: true })).toBeHidden();
  await expect(other.getByText('New', { exact: true })).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(paid).toBeHidden();
  await expect(other).toBeVisible();

  // A link to a row on another page opens that row's page, and j opens the first row of this one.
  await viewer.open(`payments?status=NEW&q=${reference}&open=${paymentId}`);
  const drawer = page.getByRole('region', { name: 'Payment beside the list' });
  await expect(drawer.getByRole('link', { name: 'Open page' })).toHaveAttribute(
    'href',
    `/${viewer.businessId}/payments/${paymentId}`,
  );
  await page.keyboard.press('j');
  await expect(drawer).toContainText(`${reference}-b`);
});

test('holds back and counts new rows while the list is in use', async ({ finance, viewer }) => {
  const { page } = viewer;
  const reference = newClientPaymentId('live');
  await viewer.open(`payments?q=${reference}`);
  await expect(page.getByRole('heading', { name: 'No matching payments' })).toBeVisible();
  await requestPayment(finance, { clientPaymentId: `${reference}-a`, amount: '1' });
  const first = page.getByRole('row', { name: `${reference}-a` });
  await expect(first).toBeVisible();
  await first.hover();
  await page.mouse.move(640, 300);
  await first.hover();
  // A notice above the list moves the rows away from the pointer. The person has not moved it.
  await page
    .getByRole('heading', { level: 1 })
    .evaluate((heading) =>
      heading.append(Object.assign(document.createElement('div'), { style: 'height: 200px' })),
    );
  await waitForNextSecond();
  await requestPayment(finance, { clientPaymentId: `${reference}-b`, amount: '2' });
  const shows = page.getByRole('button', { name: 'New payments: 1' });
  await expect(shows).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'New payments are available' })).toBeAttached();
  // The keys affect visible rows only.
  await first.getByRole('cell').nth(2).click();
  const drawer = page.getByRole('region', { name: 'Payment beside the list' });
  await expect(drawer).toContainText('1 of 1 on this page');
  await page.keyboard.press('k');
  await expect(drawer).toContainText(`${reference}-a`);
  await page.keyboard.press('Escape');
  // The button disappears with its panel, and the keys start at the first row.
  await shows.focus();
  await page.keyboard.press('Enter');
  const second = page.getByRole('row', { name: `${reference}-b` });
  await expect(second.getByRole('link').first()).toBeFocused();
  await expect(shows).toBeHidden();

  // On a phone no pointer is over the list.
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width: 390, height: 700 });
  await viewer.open('payments');
  await expect(page.getByRole('row', { name: `${reference}-b` })).toBeVisible();
  // A wheel event that arrives while rows are replaced can be lost.
  await expect(async () => {
    await page.mouse.wheel(0, 500);
    await expect(page.getByRole('row', { name: `${reference}-b` })).not.toBeInViewport({ timeout: 2_000 });
  }).toPass();
  await requestPayment(finance, { clientPaymentId: `${reference}-c`, amount: '3' });
  // Payments of other tests are counted too, and the button may show them before this one has arrived.
  await expect(async () => {
    await page.getByRole('button', { name: /^New payments: \d+\+?$/ }).click({ timeout: 2_000 });
    await expect(page.getByRole('row', { name: `${reference}-c` })).toBeInViewport({ timeout: 2_000 });
  }).toPass();
});

test('counts new rows in every list that is in use', async ({ viewer }) => {
  const { businessId } = viewer;
  const pages: (typeof viewer.page)[] = [];
  for (const list of ['deposits', 'withdrawals', 'callbacks', 'exceptions']) {
    const page = pages.length === 0 ? viewer.page : await viewer.context.newPage();
    await page.goto(`/${businessId}/${list}`);
    pages.push(page);
  }
  for (const page of pages) {
    // The page does not respond before it is hydrated.
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText(/\d/);
    await page.getByRole('row').nth(2).hover();
  }
  await Promise.all([sandbox.play('under-payer', { businessId }), withdraw(businessId)]);
  // Other tests may have created payments in the meantime.
  for (const page of pages)
    await expect(page.getByRole('button', { name: /^New \w+: \d+\+?$/ })).toBeVisible();
});

test('shows a failed withdrawal on the open Overview', async ({ viewer }) => {
  const { page, businessId } = viewer;
  await viewer.open('overview');
  const failed = page.getByRole('link', { name: /withdrawals? failed/ });
  const readErrors = async () => (await failed.allTextContents()).join();
  const before = await readErrors();
  await withdraw(businessId, newAddress(), 'FAILED');
  await expect.poll(readErrors).not.toBe(before);
});
