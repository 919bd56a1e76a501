import { expectAccessible } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

test('explains the page with “?”, and every word in the glossary', async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open('deposits');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('heading', { name: 'About this page' })).toBeVisible();
  await expect(help).toContainText('with the service fee and the net credit');
  await expectAccessible(page);
  await help.getByRole('link', { name: 'Open the glossary' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Glossary' })).toBeVisible();
  await expect(help).toBeHidden();
  for (const word of ['Net credited', 'Rate loss (depeg)', 'Inferred'])
    await expect(page.getByRole('term').filter({ hasText: word }).first()).toBeVisible();
  await expectAccessible(page);
  // The bell opens the inbox.
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await expectAccessible(page);
});
