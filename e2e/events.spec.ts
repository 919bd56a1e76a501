import type { ReceivedEvent } from '#lib/platform/testing/event-receiver.ts';
import { openReceiver } from '#lib/platform/testing/event-receiver.ts';
import { expectAccessible } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

/** Returns the test events. Payments of the sandbox's history can be paid, and cases opened, at any time. */
const listTests = ({ received }: { readonly received: readonly ReceivedEvent[] }) =>
  received.filter(({ body }) => body.includes('"type":"endpoint.test"'));

test('adds an endpoint, tries it, and sends an event again', async ({ owner }) => {
  const receiver = await openReceiver((response) => response.end('received'));
  const { page, businessId } = owner;
  await page.goto(`/${businessId}/settings`);
  await page.getByRole('link', { name: 'Manage endpoints' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
  await expect(page.getByText('No endpoints yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/events');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(dialog.getByText('Enter an https address on the public internet').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  const secret = page.getByRole('alertdialog');
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'I have copied it' }).click();

  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect.poll(() => listTests(receiver).length).toBe(1);
  const row = page.getByRole('row').filter({ hasText: 'Test event' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(row.getByText('Delivered')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(row.getByText('HTTP 200')).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Replay/ }).click();
  await expect.poll(() => listTests(receiver).length).toBe(2);
  const [first, second] = listTests(receiver);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(page.getByText('No endpoints yet')).toBeVisible();
  await receiver.close();
});

test('proposes an endpoint for review cases, which compliance approves', async ({ owner, compliance }) => {
  const receiver = await openReceiver((response) => response.end('received'));
  const { page } = owner;
  await owner.open('settings/events');
  await page.getByRole('button', { name: 'Propose endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Propose an endpoint for review cases' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await dialog.getByRole('checkbox', { name: 'Review case merged' }).uncheck();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The program of compliance lists all cases.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Propose endpoint' }).click();
  const secret = page.getByRole('alertdialog');
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  const cases = page.getByRole('region', { name: 'Review cases' });
  await expect(cases.getByText(`Send changes of review cases to ${receiver.url}`)).toBeVisible();
  await expect(cases.getByRole('button', { name: 'Withdraw proposal' })).toBeVisible();
  await expect(cases.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectAccessible(page);

  await compliance.open('approvals');
  const row = compliance.page.getByRole('listitem').filter({ hasText: receiver.url });
  await row.getByRole('button', { name: 'Approve' }).click();
  await compliance.page.getByRole('alertdialog').getByRole('button', { name: 'Approve proposal' }).click();
  await expect(row).toHaveCount(0);

  await owner.open('settings/events');
  const endpoint = page.getByRole('region', { name: receiver.url, exact: true });
  await expect(
    endpoint.getByText('Review case opened, Review case decided, Review case reopened'),
  ).toBeVisible();
  await expect(endpoint.getByRole('button', { name: 'Change' })).toHaveCount(0);
  await endpoint.getByRole('button', { name: 'Send test event' }).click();
  await expect.poll(() => listTests(receiver).length).toBe(1);
  await endpoint.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(endpoint).toHaveCount(0);
  await receiver.close();
});

test('adds a Slack channel, whose address is not shown again', async ({ owner }) => {
  const receiver = await openReceiver((response) => response.end('ok'));
  const { page, businessId } = owner;
  await page.goto(`/${businessId}/settings/events`);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Receiver' }).selectOption('A Slack channel');
  await dialog.getByRole('textbox', { name: 'Channel' }).fill('#payments');
  await dialog
    .getByRole('textbox', { name: 'Address' })
    .fill(`${receiver.url}/services/T0/B0/key-of-the-channel-1234`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByRole('heading', { name: '#payments', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rotate secret' })).toBeHidden();
  expect(await page.content()).not.toContain('key-of-the-channel');
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect.poll(() => receiver.received.map(({ body }) => body).join('\n')).toContain('Test message');
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(dialog.getByText('Leave empty to keep the current address.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Channel' }).fill('#finance');
  await dialog.getByRole('button', { name: 'Save endpoint' }).click();
  await expect(page.getByRole('heading', { name: '#finance', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await receiver.close();
});
