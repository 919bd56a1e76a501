import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

/** Sets the visibility of a tab. A headless browser treats every tab as visible. */
function followTurns(): void {
  let state: DocumentVisibilityState = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => state });
  document.addEventListener('turn', (event) => {
    state = event instanceof CustomEvent && event.detail === 'hidden' ? 'hidden' : 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

test('loads another tab with many open, and updates the visible one', async ({ finance, viewer }) => {
  const { context, page, businessId } = viewer;
  const turn = (tab: typeof page, to: 'visible' | 'hidden') =>
    tab.evaluate((detail) => document.dispatchEvent(new CustomEvent('turn', { detail })), to);
  const reference = newClientPaymentId('tabs');
  const tabs: (typeof page)[] = [];
  // One tab more than the browser's connections to a server.
  for (let at = 0; at < 7; at += 1) {
    const tab = await context.newPage();
    await tab.addInitScript(followTurns);
    await tab.goto(`/${businessId}/payments?q=${reference}`);
    await expect(tab.getByRole('heading', { name: 'No matching payments' })).toBeVisible();
    await turn(tab, 'hidden');
    tabs.push(tab);
  }
  const [first] = tabs;
  if (first === undefined) throw new Error('a tab');
  await requestPayment(finance, { clientPaymentId: `${reference}-a`, amount: '1' });
  await turn(first, 'visible');
  await expect(first.getByRole('row', { name: `${reference}-a` })).toBeVisible();
  await requestPayment(finance, { clientPaymentId: `${reference}-b`, amount: '1' });
  await expect(first.getByRole('row', { name: `${reference}-b` })).toBeVisible();
});
