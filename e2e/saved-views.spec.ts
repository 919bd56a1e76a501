import { randomUUID } from 'node:crypto';
import { newClientPaymentId } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('saves a view with relative days, shares it, opens it by default and deletes it', async ({
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
  // Without times, which change while the test runs.
  const references = () => page.getByRole('row').getByRole('link').allTextContents();
  const rows = await references();
  await page.getByRole('button', { name: 'Save view' }).click();
  // The saved view is open under its name and unchanged. New deposits of other tests follow the oldest ones.
  await expect(page).toHaveURL(/depositReceivedAt=last-7-days.*[?&]view=[0-9a-f-]{36}/);
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name, exact: false })).toHaveAttribute('aria-current', 'true');
  await expect.poll(async () => (await references()).slice(0, rows.length)).toEqual(rows);
  await page.getByRole('button', { name: `Set ${name} as default view` }).click();
  await expect(page.getByRole('button', { name: `${name} is the default view` })).toBeVisible();
  await finance.open('deposits');
  await expect(page).toHaveURL(/depositReceivedAt=last-7-days/);
  await expect(page.getByRole('button', { name })).toBeVisible();
  // The unfiltered list stays available, also after a reload.
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

  // A person with other columns sees the columns of the view.
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
  await page.getByRole('button', { name: 'Delete for everyone' }).click();
  // The list of views no longer contains it.
  await expect(page.getByRole('button', { name: 'Save as new view' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeHidden();
  await finance.open('deposits');
  await expect(page).toHaveURL(/\/deposits$/);
});

test('names and saves a view by keyboard alone', async ({ finance }) => {
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

test('refuses a view that is too long, with the reason', async ({ finance }) => {
  const { page } = finance;
  await finance.open(`callbacks?payment=${Array.from({ length: 200 }, () => randomUUID()).join()}`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save as new view' }).click();
  const field = page.getByRole('textbox', { name: 'View name' });
  await field.fill('Many');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(
    page.getByText('This view has too many filters. Remove some filters and save the view again.'),
  ).toBeVisible();
  await expect(field).toHaveValue('Many');
});
