import { expect, test } from './fixtures/test.ts';

test('an owner sees checks, parts, jobs and queues', async ({ owner }) => {
  const { page } = owner;
  await owner.open('status');
  await expect(page.getByRole('heading', { level: 1, name: 'Status' })).toBeVisible();
  const checks = page.getByRole('region', { name: 'Checks' });
  const migrations = checks.getByRole('listitem').filter({ hasText: 'Migrations' });
  // Checks that passed open on demand.
  await expect(migrations).toBeHidden();
  await checks.getByText('Passed').first().click();
  await expect(migrations).toBeVisible();
  await expect(page.getByRole('table', { name: 'Parts of this installation' })).toBeVisible();
  await expect(page.getByRole('table', { name: /^Queues/ }).getByText('Quarantined callbacks')).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('link', { name: 'Status', exact: true })).toBeVisible();
});

test('a viewer has no link to Status', async ({ viewer }) => {
  const { context, businessId } = viewer;
  const read = async (path: string) => (await context.request.get(`/${businessId}/${path}`)).text();
  const html = await read('connection');
  expect(html).toContain(`/${businessId}/payments"`);
  expect(html).not.toContain(`/${businessId}/status`);
});
