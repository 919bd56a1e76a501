import { randomUUID } from 'node:crypto';
import { newClientPaymentId } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('a saved view is kept with its days still moving, shared, opened first and deleted', async ({
  finance,
  viewer,
}) => {
  const { page } = finance;
  const name = newClientPaymentId('view');
  await finance.open('deposits?depositReceivedAt=last-7-days&status=CONFIRMED&sort=oldest');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save as new view' }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill(name);
  await page.getByRole('checkbox', { name: 'Share with everyone in this business' }).check();
  const rows = await page.getByRole('row').allTextContents();
  await page.getByRole('button', { name: 'Save view' }).click();
  // What was saved is open under its name, and nothing of it has moved.
  await expect(page).toHaveURL(/depositReceivedAt=last-7-days.*[?&]view=[0-9a-f-]{36}/);
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name, exact: false })).toHaveAttribute('aria-current', 'true');
  expect(await page.getByRole('row').allTextContents()).toEqual(rows);
  await page.getByRole('button', { name: `Set ${name} as default view` }).click();
  await expect(page.getByRole('button', { name: `${name} is the default view` })).toBeVisible();
  await finance.open('deposits');
  await expect(page).toHaveURL(/depositReceivedAt=last-7-days/);
  await expect(page.getByRole('button', { name })).toBeVisible();
  // The whole list can still be had, and stays when it is loaded again.
  for (const away of [
    page.getByRole('link', { name: /^Remove filter/ }),
    page.getByRole('button', { name: 'Clear all' }),
  ]) {
    await finance.open('deposits?status=BLOCKED');
    await away.click();
    await expect(page).toHaveURL(/\/deposits\?view=all$/);
  }
  await page.reload();
  await expect(page).toHaveURL(/\/deposits\?view=all$/);
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();

  // Who has other columns sees those of the view in it.
  const status = viewer.page.getByRole('columnheader', { name: 'Status', exact: true });
  await viewer.open('deposits');
  await viewer.page.getByRole('button', { name: 'Columns' }).click();
  await viewer.page.getByRole('checkbox', { name: 'Status', exact: true }).click();
  await viewer.page.keyboard.press('Escape');
  await expect(status).toBeHidden();
  await viewer.page.getByRole('button', { name: 'Views' }).click();
  await viewer.page.getByRole('link', { name }).click();
  await expect(viewer.page).toHaveURL(/sort=oldest/);
  await expect(status).toBeVisible();
  await expect(viewer.page.getByRole('button', { name: `${name} changed` })).toBeHidden();

  await finance.open('deposits');
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  // Back among the views once it is gone.
  await expect(page.getByRole('button', { name: 'Save as new view' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeHidden();
  await finance.open('deposits');
  await expect(page).toHaveURL(/\/deposits$/);
});

test('a view is named and saved by keys alone', async ({ finance }) => {
  const { page } = finance;
  const name = newClientPaymentId('by keys');
  await finance.open('withdrawals?status=FAILED');
  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await page.getByRole('button', { name: 'Save as new view' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'View name' })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: new RegExp(`^(Views|${name})`) })).toBeFocused();
});

test('a view of more than can be kept is not saved, and it is said why', async ({ finance }) => {
  const { page } = finance;
  await finance.open(`callbacks?payment=${Array.from({ length: 200 }, () => randomUUID()).join()}`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save as new view' }).click();
  const field = page.getByRole('textbox', { name: 'View name' });
  await field.fill('Many');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(
    page.getByText('This view has too many filters. Remove some and save it again.'),
  ).toBeVisible();
  await expect(field).toHaveValue('Many');
});
