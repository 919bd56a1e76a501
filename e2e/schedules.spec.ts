import { expectAccessible } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

test('schedules a statement, runs it, and opens its link as a recipient', async ({ finance, owner }) => {
  const { page, businessId } = finance;
  await page.goto(`/${businessId}/reports`);
  await page.getByRole('link', { name: 'Schedules' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible();
  await page.getByRole('button', { name: 'New schedule' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Board statement');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByText('Choose at least one recipient.')).toBeVisible();
  await expectAccessible(page);
  const [recipient] = await page.getByRole('checkbox').all();
  expect(recipient).toBeDefined();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Create schedule' }).click();

  const schedule = page.getByRole('region', { name: 'Board statement' });
  await expect(schedule.getByText('Every month on day 1 at 08:00')).toBeVisible();
  await schedule.getByRole('button', { name: 'Run now: Board statement' }).click();
  await expect(page.getByText('The run has started')).toBeVisible();

  await expect(async () => {
    await owner.page.goto(`/${businessId}/reports/schedules`);
    const own = owner.page.getByRole('region', { name: 'Board statement' });
    await expect(own.getByText('Done', { exact: true }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await owner.page.getByText('Runs', { exact: true }).click();
  await expectAccessible(owner.page);
  await owner.page.getByRole('link', { name: 'Open report' }).click();
  await expect(owner.page.getByRole('heading', { level: 1, name: 'Board statement' })).toBeVisible();
  await expectAccessible(owner.page);
  await owner.page.getByRole('link', { name: 'Open statement' }).click();
  await expect(owner.page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();

  await page.goto(`/${businessId}/reports/schedules`);
  await schedule.getByRole('button', { name: 'Pause Board statement' }).click();
  await expect(schedule.getByText('None while it is paused')).toBeVisible();
  await schedule.getByRole('button', { name: 'Remove Board statement' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(schedule).toBeHidden();
});

test('shows the statements of all businesses in a section each', async ({ finance }) => {
  const { page, businessId } = finance;
  await page.goto(`/${businessId}/reports`);
  await page.getByRole('link', { name: 'All businesses' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All businesses' })).toBeVisible();
  await expect.poll(() => page.getByRole('region').count()).toBeGreaterThan(1);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^all-businesses-statements-.+\.csv$/);
});
