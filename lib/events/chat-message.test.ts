import { expect, test } from 'vitest';
import * as z from 'zod';
import { writeChatMessage } from './chat-message.ts';
import type { ChatFormat } from './model.ts';
import { eventTypes, testType } from './model.ts';

const businessUrl = 'https://pay.example.com/5f0b2f5e-6d1c-4f5e-9d53-9d7e3b0f0a01';
const place = { businessUrl, business: 'Maple & Co' };
const data = {
  ...{ paymentId: 'p-1', depositId: 'd-1', withdrawalId: 'w-1' },
  ...{ displayCurrency: 'EUR', expectedDisplayAmount: '50', actualDisplayAmount: '50.5' },
  ...{ depositCurrency: 'USDT', expectedDepositAmount: '53.271845', actualDepositAmount: '53.8' },
  ...{ depositAmount: '53.8', settlementCurrency: 'EUR', settlementPayableAmount: '49.4' },
  ...{ refundType: 'FULL', refundDepositCurrency: 'USDT', refundAmount: '1.5' },
  ...{ withdrawCurrency: 'XRP', actualWithdrawAmount: '190.25', deductedSettlementAmount: '100.3' },
};
const write = (format: ChatFormat, type: string, changes: Readonly<Record<string, string | null>> = {}) =>
  writeChatMessage(
    format,
    JSON.stringify({ type, timestamp: '2026-11-30T00:00:00.000Z', data: { ...data, ...changes } }),
    place,
  );

const slackMessage = z.object({
  text: z.string(),
  blocks: z.array(
    z.object({
      type: z.string(),
      text: z.object({ type: z.string(), text: z.string() }).optional(),
      fields: z.array(z.object({ type: z.string(), text: z.string() })).optional(),
      elements: z.array(z.object({ type: z.string(), text: z.string() })).optional(),
    }),
  ),
});
const readSlack = (text: string) => slackMessage.parse(JSON.parse(text));
const teamsMessage = z.object({
  type: z.literal('message'),
  summary: z.string(),
  attachments: z.tuple([
    z.object({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      content: z.object({
        type: z.literal('AdaptiveCard'),
        body: z.array(
          z.object({
            type: z.literal('RichTextBlock'),
            inlines: z.array(z.object({ type: z.literal('TextRun'), text: z.string() })),
          }),
        ),
        actions: z.tuple([
          z.object({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.string() }),
        ]),
      }),
    }),
  ]),
});

test.each([
  ['payment.created', 'Payment created: 50 EUR', 'payments/p-1'],
  ['payment.deposited', 'Payment paid: 50.5 EUR', 'payments/p-1'],
  ['payment.overpaid', 'Payment overpaid: 50.5 EUR', 'payments/p-1'],
  ['payment.expired', 'Payment expired: 50 EUR', 'payments/p-1'],
  ['deposit.confirmed', 'Deposit confirmed: 53.8 USDT', 'deposits/d-1'],
  ['refund.confirmed', 'Refund confirmed: 1.5 USDT', 'deposits/d-1'],
  ['withdrawal.completed', 'Withdrawal completed: 190.25 XRP', 'withdrawals/w-1'],
  ['withdrawal.failed', 'Withdrawal failed: 190.25 XRP', 'withdrawals/w-1'],
])('writes %s as “%s” with a link to the record', (type, summary, path) => {
  const slack = readSlack(write('slack', type));
  expect(slack.text).toBe(summary);
  const link = slack.blocks.find(({ text }) => text?.type === 'mrkdwn')?.text?.text;
  expect(link).toMatch(new RegExp(`^<${businessUrl}/${path}\\|View [a-z]+>$`));
  const teams = teamsMessage.parse(JSON.parse(write('teams', type)));
  expect(teams.summary).toBe(summary);
  const [{ content }] = teams.attachments;
  expect(content.actions[0].url).toBe(`${businessUrl}/${path}`);
  expect(content.body.at(-1)?.inlines[0]?.text).toBe('Maple & Co');
});

test('lists exact amounts with their labels, and leaves out what is not reported', () => {
  const fields = readSlack(write('slack', 'payment.overpaid')).blocks[1]?.fields?.map(({ text }) => text);
  expect(fields).toEqual([
    'Received\n50.5 EUR',
    'Received, in coin\n53.8 USDT',
    'Expected\n50 EUR',
    'Expected, in coin\n53.271845 USDT',
  ]);
  const unknown = readSlack(write('slack', 'withdrawal.failed', { actualWithdrawAmount: null }));
  expect(unknown.text).toBe('Withdrawal failed: 100.3 EUR');
  const none = { actualWithdrawAmount: null, deductedSettlementAmount: null };
  expect(readSlack(write('slack', 'withdrawal.failed', none)).text).toBe('Withdrawal failed');
});

test('every event has a message of both formats', () => {
  for (const type of [...eventTypes, testType])
    for (const format of ['slack', 'teams'] as const) {
      const bare = writeChatMessage(format, JSON.stringify({ type, timestamp: '', data: {} }), place);
      expect(bare).toContain(`${businessUrl}/`);
    }
});

test('shows reported names as plain text, however they are written', () => {
  const hostile = `<!channel> *bold* [x](https://evil.example) & ${'x'.repeat(5_000)}`;
  const slack = readSlack(write('slack', 'deposit.confirmed', { depositCurrency: hostile }));
  expect(slack.text).toMatch(/^Deposit confirmed: 53\.8 &lt;!channel&gt; \*bold\*/);
  expect(slack.text.length).toBeLessThan(250);
  const markup = slack.blocks.flatMap(({ text, fields = [], elements = [] }) =>
    [text, ...fields, ...elements].filter((one) => one?.type === 'mrkdwn'),
  );
  expect(markup).toHaveLength(1);
  expect(markup[0]?.text).not.toContain('channel');
  // The schema allows only blocks without markup.
  teamsMessage.parse(JSON.parse(write('teams', 'deposit.confirmed', { depositCurrency: hostile })));
});
