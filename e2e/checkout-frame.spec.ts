import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { findFreePort } from '#scripts/database/ports.ts';
import { newClientPaymentId, openNewPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

/** The embed code on a page of a merchant, with the checkout of the sandbox inside. */

let shop = '';
/** A real server, because Chromium lets no page that came from elsewhere embed an address of this machine. */
let shopPage = '';
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    request.url === '/thanks'
      ? '<!doctype html><title>Thanks</title><h1>Thank you</h1>'
      : `<!doctype html><title>Shop</title><h1>Shop</h1>${shopPage}`,
  );
});

test.beforeAll(async () => {
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  shop = `http://localhost:${port}`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Creates a payment with a redirect and returns its embed code. */
async function readEmbedCode(
  desk: { readonly page: Page; readonly businessId: string },
  mode: 'PARENT' | 'SELF',
): Promise<string> {
  const { page } = desk;
  await openNewPayment(desk);
  await page.getByRole('textbox', { name: 'Client payment ID' }).fill(newClientPaymentId('frame'));
  await page.getByRole('textbox', { name: 'Amount' }).fill('20');
  await page.getByRole('textbox', { name: 'Redirect URL' }).fill(`${shop}/thanks`);
  await page.getByRole('radio', { name: mode === 'PARENT' ? 'The whole window' : /own frame/ }).check();
  await page.getByRole('button', { name: 'Create payment' }).click();
  const section = page.getByRole('region', { name: 'Embed the checkout' });
  return (await section.getByText(/^<iframe/).textContent()) ?? '';
}

for (const mode of ['PARENT', 'SELF'] as const)
  test(`lets the embedded checkout be paid and redirect (${mode})`, async ({ finance, consoleWatch }) => {
    // The shop's own page comes back into its own frame, which it could leave anyway.
    if (mode === 'SELF') consoleWatch.expectMessage(/can escape its sandboxing/);
    const code = await readEmbedCode(finance, mode);
    expect(code.includes('allow-top-navigation')).toBe(mode === 'PARENT');
    const { context } = finance;
    shopPage = code;
    const page = await context.newPage();
    await page.goto(`${shop}/basket`);
    const checkout = page.getByTitle('Checkout').contentFrame();
    // A payment waits until the coin is chosen, which loads the frame again.
    const pay = checkout.getByRole('button', { name: 'Pay exact amount' });
    const choice = Promise.withResolvers<void>();
    await page.route('**/coin', async (route) => {
      await choice.promise;
      await route.continue();
    });
    await checkout.getByRole('button', { name: /USDT on TRX/ }).click();
    await expect(pay).toBeDisabled();
    choice.resolve();
    await expect(checkout.getByText('Waiting for your payment')).toBeVisible();
    const canCopy = `document.featurePolicy.allowsFeature('clipboard-write')`;
    // The checkout reads itself again while it waits.
    await expect(async () => {
      expect(await page.frame({ url: /\/checkout\// })?.evaluate(canCopy)).toBe(true);
    }).toPass();
    await pay.click();
    if (mode === 'PARENT') await expect(page).toHaveURL(`${shop}/thanks`);
    else {
      await expect(checkout.getByRole('heading', { name: 'Thank you' })).toBeVisible();
      await expect(page).toHaveURL(`${shop}/basket`);
    }
  });

test('downloads the QR code, edits the message, and opens the same terms again', async ({ finance }) => {
  const { page } = finance;
  await readEmbedCode(finance, 'SELF');
  for (const kind of ['SVG', 'PNG'] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download QR code (${kind})` }).click();
    expect((await download).suggestedFilename()).toMatch(new RegExp(`-qr\\.${kind.toLowerCase()}$`));
  }
  await expect(page.getByRole('link', { name: 'Write email' })).toHaveAttribute(
    'href',
    /^mailto:\?subject=Payment%20for%20[^&]+&body=/,
  );
  await page.getByRole('button', { name: 'Edit text' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Pay {price}: {link}');
  await dialog.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText(/^Pay 20\.00 [A-Z]{3}: http/)).toBeVisible();
  await page.getByRole('button', { name: 'Edit text' }).click();
  await dialog.getByRole('button', { name: 'Restore the standard text' }).click();
  // The lines of the message stay lines.
  const message = page.getByRole('region', { name: 'Message to the customer' });
  await expect(message.getByText(/^Please pay 20\.00 [A-Z]{3} for frame-/)).toHaveText(/here:$/);

  await page.getByRole('link', { name: 'Create another payment like this' }).click();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('20');
  await expect(page.getByRole('textbox', { name: 'Redirect URL' })).toHaveValue(`${shop}/thanks`);
});
