import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { builtActions } from '#tools/testing/built-actions.ts';
import { expectAccessible } from './fixtures/axe.ts';
import { readPrintedSignIn } from './fixtures/people.ts';
import { expect, test } from './fixtures/test.ts';

const readSignIn = (role: 'owner' | 'viewer') => readPrintedSignIn(process.env['E2E_SIGN_INS'] ?? '', role);
const refusal = JSON.stringify({
  ok: false,
  code: 'reauthentication-required',
  message: 'Confirm it’s you, then try again. Nothing was changed.',
  fieldErrors: {},
  requestId: '',
});

/**
 * Replaces the first answer to this server action by the refusal that a session gets 15 minutes after its sign-in. Tests of
 * the verbs check that the server refuses. The browser then repeats the action, and the server answers that.
 */
async function refuseFirst(page: Page, name: string): Promise<void> {
  const { id } = builtActions().find((built) => built.name === name) ?? {};
  if (id === undefined) throw new Error(`the build has no ${name}`);
  let isFirst = true;
  await page.route('**/*', async (route, request) => {
    if (!isFirst || request.headers()['next-action'] !== id) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    const body = (await response.text()).replace(/\{"ok":(?:true,"data":|false,).*\}$/m, refusal);
    await route.fulfill({ response, body });
  });
}

const identityDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

async function confirm(page: Page, text: string): Promise<void> {
  const dialog = identityDialog(page);
  await dialog.getByLabel('Current password').fill(text);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

test('an action waits until the person confirms who they are, then runs', async ({ owner }) => {
  await owner.open('connection');
  const { page } = owner;
  await refuseFirst(page, 'revealAddressesAction');
  await page.getByRole('button', { name: 'Show secret' }).click();
  await expect(identityDialog(page).getByLabel('Current password')).toBeFocused();
  await expectAccessible(page);
  await identityDialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(identityDialog(page).getByText('Enter your current password.')).toBeVisible();
  await confirm(page, 'not my password');
  await expect(identityDialog(page).getByText('The current password is wrong.')).toBeVisible();
  await confirm(page, readSignIn('owner').password);
  await expect(identityDialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Hide secret' })).toBeVisible();
});

test('closing the dialog changes nothing and says so', async ({ owner }) => {
  await owner.open('connection');
  const { page } = owner;
  await refuseFirst(page, 'revealAddressesAction');
  await page.getByRole('button', { name: 'Show secret' }).click();
  await identityDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(identityDialog(page)).toBeHidden();
  await expect(page.getByText('Nothing was changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show secret' })).toBeVisible();
});

test('the dialog opens above another one and keeps its input', async ({ owner }) => {
  await owner.open('team');
  const { page } = owner;
  await page.getByRole('button', { name: 'Invite person' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite a person' });
  // A member already, so the repeated action changes nothing either.
  const { email } = readSignIn('viewer');
  await invite.getByRole('textbox', { name: 'Email' }).fill(email);
  await refuseFirst(page, 'invitePersonAction');
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await confirm(page, readSignIn('owner').password);
  await expect(identityDialog(page)).toBeHidden();
  await expect(invite.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  // The answer to the repeated action.
  await expect(invite.getByText('already belongs to the business').first()).toBeVisible();
  // The same person's dialog in another test begins empty.
  await invite.getByRole('textbox', { name: 'Email' }).fill('');
  const saved = () => page.request.get(`/api/businesses/${owner.businessId}/drafts?subject=new`);
  await expect.poll(async () => (await saved()).text()).not.toContain(email);
});

test('an export with risk detail asks before it starts', async ({ owner }) => {
  await owner.open('withdrawals');
  const { page } = owner;
  await refuseFirst(page, 'checkReauthenticationAction');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const started = page.waitForEvent('download');
  await confirm(page, readSignIn('owner').password);
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/-withdrawals-.*\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('withdrawal_id');
});
