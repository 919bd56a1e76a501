import { randomUUID } from 'node:crypto';
import { expectAccessible } from './fixtures/axe.ts';
import { addColleague } from './fixtures/colleague.ts';
import { expectSignedOut, signInByPassword } from './fixtures/people.ts';
import { expect, test } from './fixtures/test.ts';

const first = 'a quiet long password';
const second = 'another quiet password';

test('a person changes their formats and password, and revokes a session', async ({ owner, browser }) => {
  const email = `settings-${randomUUID()}@example.test`;
  await addColleague(owner, { email, name: 'Mara Lind', password: first });

  const context = await browser.newContext();
  const page = await context.newPage();
  const businessId = await signInByPassword(context, { email, password: first });
  const other = await browser.newContext();
  await signInByPassword(other, { email, password: first });

  await page.goto(`/${businessId}/settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expectAccessible(page);

  // Times are shown in the chosen format, here in the preview.
  await page.getByRole('radio', { name: '12 hours' }).check();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: '12 hours' })).toBeChecked();

  await page.getByText('Notifications of this business').click();
  await page.getByRole('combobox', { name: 'You are mentioned in a note' }).selectOption('Off');
  await page.getByRole('switch', { name: 'Quiet hours' }).check();
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await expect(page.getByText('Notification settings saved')).toBeVisible();

  const sessions = page.getByRole('table', { name: 'Sessions' });
  // On a phone the sessions fit without scrolling sideways.
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () =>
    sessions.evaluate(({ parentElement: box }) => (box === null ? 0 : box.scrollWidth - box.clientWidth));
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  if (viewport !== null) await page.setViewportSize(viewport);
  await expect(sessions.getByText('New device')).toBeVisible();
  await sessions.getByRole('button', { name: 'Revoke' }).click();
  await expect(sessions.getByRole('row')).toHaveCount(2);
  await expectSignedOut(other);

  await page.getByLabel('Current password').fill(first);
  await page.getByLabel('New password').fill('leavemealone');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This password is on lists of stolen passwords.').first()).toBeVisible();
  await page.getByLabel('New password').fill(second);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await signInByPassword(other, { email, password: second });
  await other.close();
  await context.close();
});

test('an owner sees the time zone of the business in its field, and changes it', async ({ owner }) => {
  const { page } = owner;
  const field = page.getByRole('combobox', { name: 'Time zone' });
  const openField = async () => {
    await owner.open('business');
    await page.getByRole('button', { name: 'Change time zone' }).click();
    await expect(field).not.toHaveValue('');
    return field.inputValue();
  };
  const choose = async (zone: string) => {
    await field.click();
    // The value doesn't filter the choices.
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(100);
    await field.fill(zone);
    await page.getByRole('option', { name: zone, exact: true }).click();
    await expect(field).toHaveValue(zone);
    await page.getByRole('button', { name: 'Save time zone' }).click();
    await expect(page.getByText(`Days now begin at midnight in ${zone}`)).toBeVisible();
  };

  const before = await openField();
  // Other tests run in the same business, so its days begin at the same time as before.
  const other = before === 'UTC' ? 'Atlantic/Reykjavik' : 'Europe/Vienna';
  await choose(other);
  expect(await openField()).toBe(other);
  await choose(before);
  expect(await openField()).toBe(before);
});
