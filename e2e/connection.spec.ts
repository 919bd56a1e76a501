import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

test('an owner checks the connection and shows the secret, which is audited', async ({ owner }) => {
  const { page } = owner;
  await owner.open('connection');
  await expect(page.getByRole('heading', { level: 1, name: 'Connection' })).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('All checks passed', { exact: true })).toBeVisible();
  const checks = page.getByRole('region', { name: 'Connection checks' });
  await checks.getByText('Passed').first().click();
  await expect(checks.getByText('The service accepted a signed request.').first()).toBeVisible();
  const business = (await sandbox.businesses()).find(({ id }) => id === owner.businessId);
  const secret = business?.depositReceivedCallbackUrl.split('/').at(-2) ?? 'none';
  await expect(page.getByText(secret)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show secret' }).click();
  await expect(page.getByText(new RegExp(`${secret}/withdrawal$`))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy callback URL: Withdrawal' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide secret' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await owner.open('audit');
  await expect(page.getByText('Callback secret viewed').first()).toBeVisible();
});

test('an owner reads the assumptions, a viewer one card on what is uncertain, without buttons', async ({
  owner,
  viewer,
}) => {
  await owner.open('connection');
  const assumptions = owner.page.getByRole('region', { name: /^Assumptions/ });
  await expect(assumptions.getByText('SERVICE_SIGNATURE_PARTS')).toBeHidden();
  await assumptions.getByText('Checked, no contradiction found').click();
  await expect(assumptions.getByText('SERVICE_SIGNATURE_PARTS')).toBeVisible();
  await expect(assumptions.getByText('Not checked yet')).toBeVisible();
  const { page } = viewer;
  await viewer.open('connection');
  await expect(page.getByText(/^Countinghouse makes \d+ assumptions/)).toBeVisible();
  await expect(page.getByRole('region', { name: /^Assumptions/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Check now' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show secret' })).toHaveCount(0);
});
