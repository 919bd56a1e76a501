import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

const sendWith = (page: Page, token: string) =>
  page.request
    .get('/api/v1/payments?limit=1', { headers: { authorization: `Bearer ${token}` } })
    .then((response) => response.status());

/** Reads the new token, which is shown once, and closes its dialog. */
async function takeToken(page: Page): Promise<string> {
  const secret = page.getByRole('alertdialog', { name: 'Copy your token now' });
  const shown = secret.getByText(/^ch_\w{49}$/);
  await expect(shown).toBeVisible();
  const token = (await shown.textContent()) ?? '';
  await secret.getByRole('button', { name: 'Copy token' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await expectAccessible(page);
  await secret.getByRole('button', { name: 'I have stored it' }).click();
  await expect(secret).toBeHidden();
  return token;
}

test('creates a token that is shown once, rerolls it with an overlap, and revokes it', async ({
  finance,
}) => {
  const { page, context } = finance;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await finance.open('settings');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Enter a name').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Data warehouse');
  await dialog.getByRole('checkbox', { name: 'Read payments', exact: true }).check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const first = await takeToken(page);
  expect(await sendWith(page, first)).toBe(200);

  const rows = page.getByRole('row').filter({ hasText: 'Data warehouse' });
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText(`${first.slice(0, 7)}…`)).toBeVisible();
  expect(await page.content()).not.toContain(first);

  await rows.getByRole('button', { name: 'Reroll' }).click();
  const reroll = page.getByRole('dialog', { name: 'Reroll the token Data warehouse?' });
  await reroll.getByRole('combobox', { name: 'Old token works for' }).selectOption('24 hours');
  await reroll.getByRole('button', { name: 'Reroll token' }).click();
  const second = await takeToken(page);
  expect(second).not.toBe(first);
  await expect(rows).toHaveCount(2);
  expect([await sendWith(page, first), await sendWith(page, second)]).toEqual([200, 200]);

  const old = rows.filter({ hasText: first.slice(0, 7) });
  await old.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(rows).toHaveCount(1);
  expect([await sendWith(page, first), await sendWith(page, second)]).toEqual([401, 200]);
  await rows.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('No API tokens yet')).toBeVisible();
  expect(await sendWith(page, second)).toBe(401);
});
