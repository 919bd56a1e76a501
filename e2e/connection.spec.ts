import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

test('an owner checks the connection and has the secret shown; the audit log tells of it', async ({
  owner,
}) => {
  const { page } = owner;
  await owner.open('connection');
  await expect(page.getByRole('heading', { level: 1, name: 'Connection' })).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Checked: nothing is broken')).toBeVisible();
  await expect(page.getByText('A signed request was accepted.').first()).toBeVisible();
  const business = (await sandbox.businesses()).find(({ id }) => id === owner.businessId);
  const secret = business?.depositReceivedCallbackUrl.split('/').at(-2) ?? 'none';
  await expect(page.getByText(secret)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the secret' }).click();
  await expect(page.getByText(new RegExp(`${secret}/withdrawal$`))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy the address: Withdrawal' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide the secret' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await owner.open('audit');
  await expect(page.getByText('connection.view-secret').first()).toBeVisible();
});

test('a viewer reads the assumptions, and has nothing to press', async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open('connection');
  const assumptions = page.getByRole('region', { name: /^Assumptions/ });
  await expect(assumptions.getByText('SERVICE_SIGNATURE_PARTS')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check now' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show the secret' })).toHaveCount(0);
});
