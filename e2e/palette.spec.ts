import { expectAccessible } from './fixtures/axe.ts';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

test("finds a record by a customer's reference, and any page, by keyboard alone", async ({ finance }) => {
  const { page, businessId } = finance;
  const clientPaymentId = newClientPaymentId('quoted');
  const { paymentId } = await requestPayment(finance, { clientPaymentId, amount: '12.50' });
  await finance.open('overview');
  const box = page.getByRole('searchbox', { name: 'Find anything' });
  const open = async () => {
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused();
  };

  // The palette's code loads slowly. Text typed in the meantime is searched once it is there.
  const fetched = Promise.withResolvers<void>();
  await page.route('**/_next/static/**', async (route) => {
    await fetched.promise;
    await route.continue();
  });
  const code = page.waitForRequest('**/_next/static/**');
  await open();
  await page.keyboard.type(clientPaymentId);
  await code;
  fetched.resolve();
  await expect(page.getByRole('menuitem', { name: /Payment · Client payment ID/ })).toBeVisible();
  await expect(box).toHaveValue(clientPaymentId);
  await expect(box).toBeFocused();
  await page.unroute('**/_next/static/**');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${businessId}/payments/${paymentId}$`));

  await open();
  await page.keyboard.type('zz-no-such-thing');
  await expect(page.getByText('No results for')).toBeVisible();
  // The first press empties the box, the second closes it.
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();

  await page.getByRole('button', { name: 'Find anything' }).click();
  await page.keyboard.type('Withdr');
  await expect(page.getByRole('menuitem', { name: 'Withdrawals', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible();

  // A form that it opens begins at its first field.
  await open();
  await page.keyboard.type('New payment');
  // The whole list, which is shown before it is filtered, also has this page.
  await expect(page.getByRole('menuitem').first()).toHaveAccessibleName('New payment');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Client payment ID' })).toBeFocused();
});

test('opens the result for the current text on Enter, never an earlier result', async ({ finance }) => {
  const { page, businessId } = finance;
  const made = () =>
    requestPayment(finance, { clientPaymentId: newClientPaymentId('pasted'), amount: '3.20' });
  const [before, target] = await Promise.all([made(), made()]);
  await finance.open('overview');
  const box = page.getByRole('searchbox', { name: 'Find anything' });
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await page.keyboard.type(before.clientPaymentId);
  await expect(page.getByRole('menuitem', { name: before.clientPaymentId })).toBeVisible();
  const answered = Promise.withResolvers<void>();
  await page.route(`**/search?q=${target.clientPaymentId}`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(target.clientPaymentId);
  const searchRequest = page.waitForRequest(`**/search?q=${target.clientPaymentId}`);
  await page.keyboard.press('Enter');
  await searchRequest;
  // Earlier results are still in the list, in the visible part.
  await expect(box).toBeFocused();
  answered.resolve();
  await expect(page).toHaveURL(new RegExp(`/${businessId}/payments/${target.paymentId}$`));
});

test('links to the list for further results', async ({ viewer }) => {
  const { page, businessId } = viewer;
  const reference = newClientPaymentId('many');
  const count = 13;
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { id } = await sandbox.withdraw({
        businessId,
        withdrawCurrency: 'USDT',
        network: 'TRX',
        toTxAddress: `T${reference.replaceAll('-', '')}`,
        expectedDisplayAmount: '12.5',
        displayCurrency: 'EUR',
        clientWithdrawalId: `${reference}-${n}`,
        outcome: 'COMPLETED',
      });
      await sandbox.broadcast(id);
    }),
  );
  await viewer.open(`withdrawals?q=${reference}`);
  await expect(page.getByRole('row')).toHaveCount(count + 1);
  await viewer.open('overview');
  await page.getByRole('button', { name: 'Find anything' }).click();
  await page.keyboard.type(reference);
  const all = page.getByRole('menuitem', { name: /^See all results in/ });
  await expect(all).toHaveText(['See all results in Withdrawals']);
  await all.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(count + 1);
});

test('reaches what a page begins with in three tabs, from the palette and from the top of a list', async ({
  finance,
}) => {
  const { page } = finance;
  const countTabs = async (isReached: string): Promise<number> => {
    for (let count = 1; count <= 8; count += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((selector) => document.activeElement?.matches(selector) === true, isReached))
        return count;
    }
    return Number.POSITIVE_INFINITY;
  };
  for (const name of ['Payments', 'Exceptions', 'Withdrawals', 'Reports', 'Minimums', 'Connection']) {
    await finance.open('overview');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('searchbox', { name: 'Find anything' })).toBeFocused();
    await page.keyboard.type(name);
    await expect(page.getByRole('menuitem').first()).toHaveAccessibleName(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    expect(await countTabs('main :is(a, button, input)'), name).toBe(1);
  }
  for (const list of ['payments', 'deposits', 'exceptions', 'withdrawals']) {
    await finance.open(list);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to rows' })).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await countTabs('tbody :is(a, button, input)'), list).toBe(1);
  }
});
