import { createHash, randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import fc from 'fast-check';
import { openBlockedCase } from './fixtures/blocked-case.ts';
import { addColleague } from './fixtures/colleague.ts';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { signInByPassword } from './fixtures/people.ts';
import { saveDraft } from './fixtures/save-draft.ts';
import { seed } from './fixtures/seed.ts';
import { sendCallback } from './fixtures/send-callback.ts';
import { expect, test } from './fixtures/test.ts';

/**
 * Types hostile text into the most used forms. Text that can't be stored stays in its field, complete and with a
 * reason. Other text is stored unchanged.
 */
const pieces = [
  '<img src=x onerror="alert(1)">',
  '</textarea><script>alert(1)</script>',
  '\u202Efdp.exe\u2066',
  'שלום \u200F(1)',
  '=HYPERLINK("https://evil.example")',
  '@SUM(1+1)*cmd|calc',
  'a\u0000b',
  'half \uD83D of one',
  '👩‍👩‍👧‍👦 🏳️‍🌈 𝟙',
  "'; DROP TABLE payment; --",
  '{"__proto__": 1e400}',
];
const hostile = fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 5 });
const sample = fc.sample(hostile, { seed, numRuns: 40 }).map((some) => some.join(' '));
let drawn = 0;
const next = () => sample[drawn++ % sample.length] ?? '';
const tenKilobytes = 'x'.repeat(10_240);

/** Sets the value as pasting does. The browser's protocol would change some characters on the way. */
async function paste(field: Locator, text: string): Promise<void> {
  if (text.isWellFormed() && !text.includes('\u0000')) return field.fill(text);
  await field.evaluate((element, json) => {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return;
    const shape = Object.getPrototypeOf(element);
    Object.getOwnPropertyDescriptor(shape, 'value')?.set?.call(element, JSON.parse(json));
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, JSON.stringify(text));
}

const readValue = (field: Locator) =>
  field.evaluate((element: HTMLInputElement) => JSON.stringify(element.value)).then(JSON.parse);

/** Submits the text and waits for the server's response. */
async function send(page: Page, button: Locator): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await button.click();
  expect((await answered).status()).toBeLessThan(500);
}

type Form = {
  readonly field: Locator;
  readonly button: Locator;
  /** The message about the text, at the field or as a toast. */
  readonly said?: Locator;
};

/** The server refuses the text: the field keeps all of it, and the message gives the reason. */
async function staysRefused(page: Page, { field, button, said }: Form, text: string, reason: RegExp) {
  await paste(field, text);
  await send(page, button);
  await expect(field).toHaveAccessibleDescription(reason);
  if (said !== undefined) await expect(said).toBeVisible();
  expect(await readValue(field)).toBe(text);
}

const tooLong = /Use at most [\d,]+ characters/;

test('keeps a note or label that is too long in its field, and saves others', async ({ finance }) => {
  const { page } = finance;
  const clientPaymentId = newClientPaymentId('kept');
  const { paymentId } = await requestPayment(finance, { clientPaymentId, amount: '5' });
  await finance.open(`payments/${paymentId}`);

  await page.getByRole('button', { name: 'Write note' }).click();
  const note = {
    field: page.getByRole('textbox', { name: 'Note' }),
    button: page.getByRole('button', { name: 'Add note' }),
  };
  await staysRefused(page, note, `${next()} ${tenKilobytes}`, tooLong);
  const mark = `kept-${randomUUID()}`;
  await paste(note.field, `${next()} ${mark}`);
  await send(page, note.button);
  await expect(page.getByRole('list', { name: 'Notes' }).getByText(mark)).toBeVisible();

  await page.getByRole('button', { name: 'Add label' }).click();
  const label = {
    field: page.getByRole('combobox', { name: 'Label' }),
    button: page.getByRole('button', { name: 'Add', exact: true }),
  };
  await staysRefused(page, label, `${next()} ${tenKilobytes}`, tooLong);
  await staysRefused(page, label, 'a\u0000b \u202E', /Remove invisible characters/);
});

test('keeps hostile text in views, searches and exceptions', async ({ finance }) => {
  const { page } = finance;
  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const list of ['minimums', 'exceptions']) {
    await finance.open(list);
    await paste(search, tenKilobytes);
    await expect(search).toHaveAccessibleDescription(/Use at most 255 characters/);
    await expect(page.getByText(/^(No matching minimums|No matching exceptions)$/)).toBeVisible();
    expect(await readValue(search)).toBe(tenKilobytes);
  }
  const odd = `<b>${randomUUID()}\u202E`;
  await paste(search, odd);
  await expect(page.getByRole('heading', { name: 'No matching exceptions' })).toBeVisible();
  expect(await readValue(search)).toBe(odd);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save as new view' }).click();
  const view = {
    field: page.getByRole('textbox', { name: 'View name' }),
    button: page.getByRole('button', { name: 'Save view' }),
  };
  await staysRefused(page, view, `${next()} ${tenKilobytes}`, tooLong);
  await staysRefused(page, view, '<b>=1+1</b> \u202E', /Remove invisible characters/);

  await finance.open('exceptions?state=under&sort=oldest');
  const name = (await page.getByRole('row').nth(1).getByRole('link').first().textContent()) ?? '';
  const handle = page.getByRole('button', { name: `Update exception ${name}` });
  await handle.click();
  const work = page.getByRole('dialog');
  const noted = {
    field: work.getByRole('textbox', { name: 'Note' }),
    button: work.getByRole('button', { name: 'Save' }),
    said: work.getByRole('alert').getByText(tooLong),
  };
  const long = `${next()} ${tenKilobytes}`;
  await staysRefused(page, noted, long, tooLong);
  // On a phone the message and the button are visible along with a long text.
  await page.setViewportSize({ width: 390, height: 700 });
  for (const part of [noted.said, noted.button, work.getByText(tooLong).last()])
    await expect(part).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('Escape');
  await expect(work).toBeHidden();
  await handle.click();
  await expect.poll(() => readValue(noted.field)).toBe(long);
  const mark = `kept-${randomUUID()}`;
  await paste(noted.field, `${mark} ${next()}`);
  await send(page, noted.button);
  await expect(work).toBeHidden();
  await expect(page.getByRole('row', { name })).toContainText(mark);
});

test('keeps an import and a payment request across a reload', async ({ owner, browser }) => {
  // A draft belongs to the person, and other tests use the usual people.
  const person = { email: `${randomUUID()}@example.test`, password: 'seventeen quiet herons' };
  await addColleague(owner, { ...person, name: 'Noa', role: 'finance' });
  const context = await browser.newContext();
  const businessId = await signInByPassword(context, person);
  const page = await context.newPage();
  await page.goto(`/${businessId}/payments/import`);
  const record = {
    field: page.getByRole('textbox', { name: 'Payment record (JSON)' }),
    button: page.getByRole('button', { name: 'Check record' }),
  };
  await expect(record.button).toBeEnabled();
  for (const text of [next(), `{"paymentId": ${JSON.stringify(next())}}`, `[${tenKilobytes}]`])
    await staysRefused(page, record, text, /\S{4}/);

  await page.goto(`/${businessId}/payments/new`);
  const [id, redirect, amount] = [
    page.getByRole('textbox', { name: 'Client payment ID' }),
    page.getByRole('textbox', { name: 'Redirect URL' }),
    page.getByRole('textbox', { name: 'Amount' }),
  ] as const;
  const create = page.getByRole('button', { name: 'Create payment' });
  await expect(create).toBeEnabled();
  // A draft replaces text that the database can't store.
  const storable = () => next().replaceAll('\u0000', '').toWellFormed();
  const mark = randomUUID();
  const typed = [`${storable()} \u202E`, `javascript:${storable()}`, `=${storable()} ${mark}`] as const;
  await saveDraft(page, mark, async () => {
    for (const [place, field] of [id, redirect, amount].entries()) await paste(field, typed[place] ?? '');
    await create.click();
  });
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(create).toBeEnabled();
    for (const [place, field] of [id, redirect, amount].entries())
      await expect.poll(() => readValue(field)).toBe(typed[place]);
  }
  await context.close();
});

test('keeps the reason for rejecting a callback', async ({ owner }) => {
  const { page } = owner;
  const garbled = `{"depositId": "garbled-${randomUUID()}`;
  expect(await sendCallback(owner, 'depositReceivedCallbackUrl', garbled)).toBe(400);
  const hash = createHash('sha256').update(garbled).digest('hex');
  await owner.open(`callbacks?q=${hash.slice(0, 20)}`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const reject = {
    field: page.getByRole('textbox', { name: 'Note' }),
    button: page.getByRole('button', { name: 'Reject' }),
  };
  await staysRefused(page, reject, `${next()} ${tenKilobytes}`, tooLong);
  const mark = `kept-${randomUUID()}`;
  await paste(reject.field, `${next()} ${mark}`);
  await send(page, reject.button);
  await expect(page.getByRole('region', { name: 'Decisions about this callback' })).toContainText(mark);
});

test('keeps a note on a case', async ({ compliance, finance }) => {
  const { page } = compliance;
  const { caseId } = await openBlockedCase(finance, compliance);
  await compliance.open(`reviews/${caseId}`);
  const note = {
    field: page.getByRole('textbox', { name: 'Note', exact: true }),
    button: page.getByRole('button', { name: 'Add note' }),
  };
  await staysRefused(page, note, `${next()} ${tenKilobytes}${tenKilobytes}`, tooLong);
  const mark = `kept-${randomUUID()}`;
  await paste(note.field, `${next()} ${mark}`);
  await send(page, note.button);
  await expect(page.getByText(mark)).toBeVisible();
  await expect.poll(() => readValue(note.field)).toBe('');
});
