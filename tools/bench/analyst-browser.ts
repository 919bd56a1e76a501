import type { Locator, Page } from '@playwright/test';
import { CountedInput } from './counted-input.ts';

/**
 * How an analyst goes through the queue: the case beside it, or the page of each case. `keep` maintains the hold of blocked
 * deposits beside the queue, without a note.
 */
export const analystWorkflows = ['beside', 'page', 'keep'] as const;
export type AnalystWorkflow = (typeof analystWorkflows)[number];

/** The work on one case. `keys` are commands, and `characters` are typed into fields. */
export type CaseWork = { readonly keys: number; readonly characters: number; readonly seconds: number };

const waitMs = 15_000;
const note = 'The customer sent an invoice.';
let invoice = 0;

/** Returns another reason for each case, because the page warns of the same one. */
function writeReason(): string {
  invoice += 1;
  return `The invoice ${invoice} explains the payment.`;
}

const isEnabled = (button: Locator) =>
  button.waitFor({ state: 'visible', timeout: waitMs }).then(() => button.isEnabled());

const waitUntilChecked = async (item: Locator): Promise<void> => {
  await item
    .page()
    .waitForFunction((box) => box instanceof HTMLInputElement && box.checked, await item.elementHandle(), {
      timeout: waitMs,
    });
};

/** Waits until a field has the focus. Keys would reach the shortcuts of the page before that. */
async function waitUntilFocused(field: Locator): Promise<void> {
  const element = await field.elementHandle({ timeout: waitMs });
  await field.page().waitForFunction((one) => one === document.activeElement, element, { timeout: waitMs });
}

/** Completes checklist items until the decision can be sent. */
async function completeChecklist(keyboard: CountedInput, place: Locator, send: Locator): Promise<void> {
  const items = place.getByRole('checkbox');
  for (let at = 0; !(await isEnabled(send)); at += 1) {
    const item = items.nth(at);
    await keyboard.tabTo(item);
    await keyboard.press('Space');
    await waitUntilChecked(item);
  }
}

/** Reads the risk of the case and writes a note. */
async function readCase(keyboard: CountedInput, place: Locator, way: AnalystWorkflow): Promise<void> {
  await keyboard.press('3');
  await place.getByRole('tab', { name: 'Risk', selected: true }).waitFor({ timeout: waitMs });
  await keyboard.press('n');
  const written = place.getByRole('textbox', { name: 'Note' });
  await waitUntilFocused(written);
  await keyboard.type(note);
  await keyboard.press('Control+Enter');
  await place.getByText(note).first().waitFor({ timeout: waitMs });
  // Beside the queue, Esc leaves a field. On the page, Tab does.
  await keyboard.press(way === 'page' ? 'Tab' : 'Escape');
}

/** Decides the case. `place` contains it. Returns the button that also sends the decision. */
async function decideCase(keyboard: CountedInput, place: Locator, way: AnalystWorkflow) {
  await keyboard.press('d');
  if (way === 'keep') {
    const keep = place.getByRole('radio', { name: 'Maintain hold' });
    while (!(await keep.isChecked())) await keyboard.press('ArrowDown');
  } else await keyboard.press('Space');
  const finding = place.getByRole('combobox', { name: 'Disposition' });
  await finding.waitFor({ timeout: waitMs });
  await keyboard.tabTo(finding);
  await keyboard.chooseFirst(finding);
  await keyboard.tabTo(place.getByRole('textbox', { name: 'Reason' }));
  await keyboard.type(writeReason());
  const send = place.getByRole('button', { name: /^(Propose decision|Decide)$/ });
  await completeChecklist(keyboard, place, send);
  const button = await send.elementHandle();
  // From the checklist, without going back to the button.
  await keyboard.press('Control+Enter');
  return button;
}

/** Works on one case. */
async function workOnCase(keyboard: CountedInput, place: Locator, way: AnalystWorkflow) {
  const first = place.getByRole('radiogroup', { name: 'Your decision' }).getByRole('radio').first();
  await first.waitFor({ timeout: waitMs });
  if (way !== 'keep') await readCase(keyboard, place, way);
  return decideCase(keyboard, place, way);
}

const openParameter = (page: Page): string | null => new URL(page.url()).searchParams.get('open');

/** Opens the first case beside the queue, or its page. */
async function openFirst(
  page: Page,
  keyboard: CountedInput,
  queue: string,
  way: AnalystWorkflow,
): Promise<void> {
  await page.goto(queue);
  await page.getByRole('row').nth(1).waitFor({ timeout: waitMs });
  await page.waitForLoadState('networkidle');
  await keyboard.press('j');
  await page.waitForURL((url) => url.searchParams.has('open'), { timeout: waitMs });
  if (way !== 'page') return;
  await keyboard.press('Enter');
  await page.waitForURL(/\/reviews\/[0-9a-f-]{36}/, { timeout: waitMs });
  await page.waitForLoadState('networkidle');
}

/** Works on `count` cases of the queue by keyboard. */
export async function workOnCases(
  page: Page,
  businessId: string,
  way: AnalystWorkflow,
  count: number,
  onCase: (work: CaseWork) => void,
): Promise<void> {
  // A proposed case has an assignee, so it leaves this view.
  const held = way === 'keep' ? '&subject=deposit&serviceStatus=BLOCKED,COMPLIANCE_REVIEW' : '';
  const queue = `/${businessId}/reviews?queue=unassigned&sort=opened.desc${held}`;
  const beside = page.getByRole('region', { name: 'Case beside the list' });
  for (let done = 0; done < count; done += 1) {
    const keyboard = new CountedInput(page);
    const begun = performance.now();
    if (way === 'page' || openParameter(page) === null) await openFirst(page, keyboard, queue, way);
    const opened = openParameter(page);
    const place = way === 'page' ? page.getByRole('main') : beside;
    const sent = await workOnCase(keyboard, place, way);
    if (way === 'page')
      await page
        .getByText(/^(Decision proposed for approval|Decision saved)$/)
        .first()
        .waitFor({ timeout: waitMs });
    else {
      await page.waitForURL((url) => url.searchParams.get('open') !== opened, { timeout: waitMs });
      // The decided case is still there until the next one is read.
      await page.waitForFunction((button) => button?.isConnected !== true, sent, { timeout: waitMs });
    }
    const { keys, characters } = keyboard;
    onCase({ keys, characters, seconds: (performance.now() - begun) / 1_000 });
  }
}
