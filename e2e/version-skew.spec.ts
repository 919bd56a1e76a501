import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

/** Answers as a server of another build does: it knows none of the page's actions. */
async function refuseActions(page: Page): Promise<void> {
  await page.route('**/*', (route) => {
    const request = route.request();
    return request.method() === 'POST' && request.headers()['next-action'] !== undefined
      ? route.fulfill({ status: 404, headers: { 'x-nextjs-action-not-found': '1' }, body: 'not found' })
      : route.fallback();
  });
}

test('says that nothing was sent to a newer version, and offers the text after the reload', async ({
  finance,
  consoleWatch,
}) => {
  consoleWatch.expectMessage(/404/);
  const { page } = finance;
  const clientPaymentId = newClientPaymentId('skew');
  const { paymentId } = await requestPayment(finance, { clientPaymentId, amount: '5' });
  await finance.open(`payments/${paymentId}`);
  await page.getByRole('button', { name: 'Write note' }).click();
  const note = page.getByRole('textbox', { name: 'Note' });
  const text = `unsent ${randomUUID()}`;
  await note.fill(text);
  await refuseActions(page);
  await page.getByRole('button', { name: 'Add note' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('status').getByText('Nothing was sent')).toBeVisible();
  await expect(note).toHaveValue(text);

  await page.unrouteAll({ behavior: 'wait' });
  await main.getByRole('button', { name: 'Reload' }).click();
  const offer = main.getByRole('status').filter({ hasText: 'Text that was not sent' });
  await expect(offer).toContainText(text);
  await offer.getByRole('button', { name: 'Discard text' }).click();
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Write note' })).toBeVisible();
  await expect(offer).toBeHidden();
});

test('mentions a new version once another build answers', async ({ finance }) => {
  const { page } = finance;
  await page.route('**/api/businesses/**', async (route) => {
    const request = route.request();
    if (request.resourceType() === 'eventsource') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'x-countinghouse-build': 'another' },
    });
  });
  await finance.open('payments?status=DEPOSITED');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).waitFor();
  await expect(page.getByText('A new version is available.')).toBeVisible();
});
