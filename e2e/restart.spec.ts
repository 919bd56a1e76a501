import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '#scripts/database/ports.ts';
import { launch } from './fixtures/launch.ts';
import { createPayment, newClientPaymentId } from './fixtures/new-payment.ts';
import { signIn } from './fixtures/people.ts';

test('after a kill everything is there again, within seconds', async ({ browser }) => {
  test.setTimeout(3 * 60_000);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countinghouse-restart-'));
  const place = {
    port: String(await freePort()),
    sandboxPort: String(await freePort()),
    dataDir,
    name: 'e2e-restart',
  };
  const first = await launch(place);
  const baseURL = `http://localhost:${place.port}`;
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, 'finance', first.printed);
  const businessId = new URL(page.url()).pathname.split('/')[1] ?? '';
  const clientPaymentId = newClientPaymentId('before-the-kill');
  const created = await createPayment({ page, businessId }, { clientPaymentId, amount: '12.34' });
  await first.kill();

  const second = await launch(place);
  console.log(`Start with an empty data folder ${first.took} ms, after a kill ${second.took} ms`);
  await page.goto(`/${businessId}/payments/${created.paymentId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(clientPaymentId);
  await context.close();
  await second.stop();
  await rm(dataDir, { recursive: true, force: true });
});
