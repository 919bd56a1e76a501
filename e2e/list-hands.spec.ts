import { createPayment, newClientPaymentId } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('a press on a row opens it beside the list; j, k, Enter and Esc move, open and close it', async ({
  finance,
}) => {
  const { page } = finance;
  // From the oldest on: what others make meanwhile moves nothing.
  await finance.open('payments?sort=oldest');
  const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  const nameOf = async (row: typeof first) =>
    (await row.getByRole('link').first().getAttribute('title')) ?? '';
  const names = [await nameOf(first), await nameOf(second)];
  await first.getByRole('cell').nth(2).click();
  const drawer = page.getByRole('region', { name: 'Payment beside the list' });
  await expect(drawer).toBeFocused();
  await expect(drawer).toContainText(names[0] ?? '');
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

test('rows stay picked over pages, are added up and can be left again', async ({ finance }) => {
  const { page } = finance;
  await finance.open('payments?sort=oldest');
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expect(bar).toContainText('1 selected');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/after=/);
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: /^Select all .* that match$/ }).click();
  await expect(bar).toContainText(/^All /);
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toBeHidden();
});

test('a total leads to its rows and is their sum, and one currency can be ordered by amount', async ({
  finance,
}) => {
  const { page } = finance;
  const reference = newClientPaymentId('sum');
  for (const [end, amount] of [
    ['a', '10.10'],
    ['b', '0.05'],
    ['c', '200'],
  ] as const)
    await createPayment(finance, { clientPaymentId: `${reference}-${end}`, amount });
  await finance.open(`payments?q=${reference}`);
  const totals = page.getByRole('region', { name: 'Totals' });
  const expected = totals.getByRole('link', { name: /^210\.15/ }).first();
  await expect(expected).toBeVisible();
  await expected.click();
  await expect(page).toHaveURL(/displayCurrency=/);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('link', { name: 'Expected' }).click();
  await expect(page).toHaveURL(/sort=expectedDisplayAmount\.desc/);
  await expect(page.getByRole('columnheader', { name: 'Expected' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('row').nth(1)).toContainText(`${reference}-c`);
  await page.getByRole('link', { name: 'Expected' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText(`${reference}-b`);
});

test('columns move by keyboard and rows get lower, and both are remembered', async ({ finance }) => {
  const { page } = finance;
  await finance.open('withdrawals');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('radio', { name: 'Compact' }).check();
  await page.getByRole('checkbox', { name: 'Status' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page).toHaveURL(/columns=\w+,status/);
  await finance.open('withdrawals');
  const heads = page.getByRole('columnheader');
  await expect(heads.nth(3)).toHaveText('Status');
});
