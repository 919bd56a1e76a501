import { expectAccessible } from './fixtures/axe.ts';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';
import { newAddress, withdraw } from './fixtures/withdraw.ts';

test('opens a clicked row beside the list, and moves, opens and closes it by keys', async ({ finance }) => {
  const { page } = finance;
  // Sorts by oldest, so that payments of other tests move no row.
  await finance.open('payments?sort=oldest');
  const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  const readName = async (row: typeof first) =>
    (await row.getByRole('link').first().getAttribute('data-tooltip')) ?? '';
  const names = [await readName(first), await readName(second)];
  await first.getByRole('cell').nth(2).click();
  const drawer = page.getByRole('region', { name: 'Payment beside the list' });
  await expect(drawer).toBeFocused();
  await expect(drawer).toContainText(names[0] ?? '');
  await expectAccessible(page);
  await page.keyboard.press('j');
  await expect(drawer).toContainText(names[1] ?? '');
  await expect(page).toHaveURL(/[?&]open=/);
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(second.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}$/);
});

test('closes the row beside the list with Back, however many rows it showed', async ({ finance }) => {
  const { page } = finance;
  await finance.open('payments?sort=oldest');
  await page.getByRole('row').nth(1).getByRole('cell').nth(2).click();
  const drawer = page.getByRole('region', { name: 'Payment beside the list' });
  await expect(drawer).toBeFocused();
  await expect(page).toHaveURL(/[?&]open=/);
  const first = page.url();
  await page.keyboard.press('j');
  await expect(page).not.toHaveURL(first);
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/payments\?sort=oldest$/);
});

test('opens the row in the address, without other requests', async ({ finance }) => {
  const { page } = finance;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  for (const open of ['export', '../audit/export', 'totals/all']) {
    await finance.open(`payments?open=${encodeURIComponent(open)}`);
    await expect(page.getByText('Part of the page address was ignored: row in the preview')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Payment beside the list' })).toBeHidden();
  }
  expect(requests.filter((path) => /\/(export|all)$/.test(path))).toEqual([]);

  // A phone has no room for a panel next to the list.
  const clientPaymentId = newClientPaymentId('phone');
  const { paymentId } = await requestPayment(finance, { clientPaymentId, amount: '5' });
  await page.setViewportSize({ width: 390, height: 700 });
  await finance.open(`payments?q=${clientPaymentId}&open=${paymentId}`);
  await expect(page).toHaveURL(`/${finance.businessId}/payments/${paymentId}`);
  await expect(page.getByRole('heading', { level: 1, name: clientPaymentId })).toBeVisible();
});

test('links a total to the rows that it totals, and sorts one currency by amount', async ({ finance }) => {
  const { page } = finance;
  const reference = newClientPaymentId('sum');
  const amounts = { a: '10.10', b: '0.05', c: '200' };
  await Promise.all(
    Object.entries(amounts).map(([end, amount]) =>
      requestPayment(finance, { clientPaymentId: `${reference}-${end}`, amount }),
    ),
  );
  await finance.open(`payments?q=${reference}`);
  // Without one currency, the order is by EUR value.
  await page.getByRole('link', { name: 'Expected amount' }).click();
  await expect(page).toHaveURL(/sort=expectedUniformAmount\.desc/);
  await expect(page.getByRole('columnheader', { name: 'Expected amount' })).toContainText('by EUR amount');
  await finance.open(`payments?q=${reference}`);
  const totals = page.getByRole('region', { name: 'Totals' });
  const expected = totals.getByRole('link', { name: /^210\.15/ }).first();
  await expect(expected).toBeVisible();
  await expected.click();
  await expect(page).toHaveURL(/displayCurrency=/);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('link', { name: 'Expected amount' }).click();
  await expect(page).toHaveURL(/sort=expectedDisplayAmount\.desc/);
  await expect(page.getByRole('columnheader', { name: 'Expected amount' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('row').nth(1)).toContainText(`${reference}-c`);
  await page.getByRole('link', { name: 'Expected amount' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText(`${reference}-b`);
});

test('moves columns by keyboard, lowers rows, and remembers both', async ({ finance }) => {
  const { page } = finance;
  await finance.open('withdrawals');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('radio', { name: 'Compact' }).check();
  await page.getByRole('checkbox', { name: 'Status' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page).toHaveURL(/columns=\w+,status/);
  // The keys start at the focused element, also after the last step.
  const transaction = page.getByRole('checkbox', { name: 'Transaction' });
  await transaction.focus();
  await page.keyboard.press('Space');
  await expect(page).not.toHaveURL(/transactionId/);
  await expect(transaction).toBeFocused();
  const up = page.getByRole('button', { name: 'Move Status up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/columns=status/);
  await expect(up).toBeFocused();
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: 'Status' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await finance.open('withdrawals');
  const heads = page.getByRole('columnheader');
  await expect(heads.nth(3)).toHaveText('Status');

  // The first column stays visible while the others scroll sideways.
  await page.setViewportSize({ width: 800, height: 700 });
  const measureAt = async (left: number) => {
    await page
      .getByRole('table')
      .evaluate(({ parentElement: room }, to) => room?.scrollTo({ left: to }), left);
    const boxes = await Promise.all([heads.nth(1), heads.last()].map((head) => head.boundingBox()));
    return boxes.map((box) => box?.x ?? Number.NaN);
  };
  // The columns may still be moving into the narrower window.
  await expect(async () => {
    const [[first = 0, last = 0], [firstThen = 0, lastThen = 0]] = [await measureAt(0), await measureAt(80)];
    expect(lastThen).toBeLessThan(last);
    expect(Math.abs(firstThen - first)).toBeLessThan(4);
  }).toPass();
});

test('links a record to all that share its address', async ({ viewer }) => {
  const { page, businessId } = viewer;
  const address = newAddress();
  const made = await Promise.all(Array.from({ length: 7 }, () => withdraw(businessId, address)));
  await viewer.open(`withdrawals?q=${address}`);
  await expect(page.getByRole('row')).toHaveCount(8);
  await viewer.open(`withdrawals/${made[0]}`);
  await page.getByRole('link', { name: 'More related records: 1 (7 in total)' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(8);
});

test('keys and pointer show the exact digits of a rounded amount', async ({ finance }) => {
  const { page } = finance;
  const reference = newClientPaymentId('digits');
  const digits = '0.012345678901234567';
  const { paymentId } = await requestPayment(finance, { clientPaymentId: reference, amount: '40' });
  await sandbox.chooseCoin(paymentId, 'ETH', 'ETH');
  await sandbox.pay(paymentId, { amount: digits, depositCurrency: 'ETH', network: 'ETH' });
  await finance.open(`deposits?q=${reference}`);
  const amount = page.getByRole('row').nth(1).getByText('0.01234568').first();
  const tooltip = page.getByRole('tooltip');
  await expect(amount).toHaveAccessibleDescription(new RegExp(digits));
  await page.keyboard.press('Tab');
  // A live change may replace the cell that has the focus.
  await expect(async () => {
    await amount.blur();
    await amount.focus();
    await expect(tooltip).toContainText(digits, { timeout: 3_000 });
  }).toPass();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await amount.hover();
  await expect(tooltip).toContainText(digits);
  await page.mouse.move(0, 0);
  await expect(tooltip).toBeHidden();
});
