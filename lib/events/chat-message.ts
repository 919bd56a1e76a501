import 'server-only';
import * as z from 'zod';
import { tEventChat } from '#lib/messages/events.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { ChatFormat, EventType } from './model.ts';
import { eventTypes, testType } from './model.ts';

const storedBody = z.object({
  type: z.enum([...eventTypes, testType]),
  data: z.record(z.string(), z.string().nullable()),
});
type StoredBody = z.infer<typeof storedBody>;

type AmountLabel =
  | 'expected'
  | 'expectedCoin'
  | 'received'
  | 'receivedCoin'
  | 'deposit'
  | 'payable'
  | 'refund'
  | 'withdrawal'
  | 'deducted';
type Place = 'payments' | 'deposits' | 'withdrawals';
/** An amount of a message: its label, the field of the amount, and the field of its currency. */
type Line = readonly [label: AmountLabel, amount: string, currency: string];

const expected: readonly Line[] = [
  ['expected', 'expectedDisplayAmount', 'displayCurrency'],
  ['expectedCoin', 'expectedDepositAmount', 'depositCurrency'],
];
/** The first line is the amount of the summary. */
const paid: readonly Line[] = [
  ['received', 'actualDisplayAmount', 'displayCurrency'],
  ['receivedCoin', 'actualDepositAmount', 'depositCurrency'],
  ...expected,
];
const withdrawn: readonly Line[] = [
  ['withdrawal', 'actualWithdrawAmount', 'withdrawCurrency'],
  ['deducted', 'deductedSettlementAmount', 'settlementCurrency'],
];

type Layout = { readonly place: Place; readonly id: string; readonly lines: readonly Line[] };

const toPayment = (lines: readonly Line[]): Layout => ({ place: 'payments', id: 'paymentId', lines });
const withdrawal: Layout = { place: 'withdrawals', id: 'withdrawalId', lines: withdrawn };

const layouts: Readonly<Record<EventType, Layout>> = {
  'payment.created': toPayment(expected),
  'payment.deposited': toPayment(paid),
  'payment.overpaid': toPayment(paid),
  'payment.expired': toPayment(expected),
  'deposit.confirmed': {
    place: 'deposits',
    id: 'depositId',
    lines: [
      ['deposit', 'depositAmount', 'depositCurrency'],
      ['payable', 'settlementPayableAmount', 'settlementCurrency'],
    ],
  },
  'refund.confirmed': {
    place: 'deposits',
    id: 'depositId',
    lines: [['refund', 'refundAmount', 'refundDepositCurrency']],
  },
  'withdrawal.completed': withdrawal,
  'withdrawal.failed': withdrawal,
};

/** The service may send longer names than a message can have. */
const maximumText = 140;
const shorten = (text: string): string =>
  text.length > maximumText ? `${text.slice(0, maximumText - 1)}…` : text;

/** The business whose event it is, and the address of its pages. */
type Sender = { readonly businessUrl: string; readonly business: string };
type Fact = { readonly label: string; readonly text: string };
type ChatMessage = {
  readonly title: string;
  readonly summary: string;
  readonly facts: readonly Fact[];
  readonly link: { readonly text: string; readonly url: string };
  readonly business: string;
};

/** Returns the amounts that the service has reported. */
const listFacts = (lines: readonly Line[], data: StoredBody['data']): readonly Fact[] =>
  lines.flatMap(([label, amount, currency]) => {
    const digits = data[amount];
    if (digits === null || digits === undefined) return [];
    const text = shorten([digits, data[currency] ?? ''].join(' ').trim());
    return [{ label: tEventChat(`amount.${label}`), text }];
  });

function composeMessage({ type, data }: StoredBody, { businessUrl: root, business }: Sender): ChatMessage {
  const title = tEventChat(`title.${type}`);
  if (type === testType)
    return {
      title,
      summary: title,
      facts: [],
      business: shorten(business),
      link: {
        text: tEventChat('link.settings'),
        url: `${root}/settings/events?endpoint=${data['endpointId'] ?? ''}`,
      },
    };
  const { place, id, lines } = layouts[type];
  const facts = listFacts(lines, data);
  const [first] = facts;
  return {
    title,
    summary: first === undefined ? title : tEventChat('summary', { title, amount: first.text }),
    facts,
    link: { text: tEventChat(`link.${place}`), url: `${root}/${place}/${data[id] ?? ''}` },
    business: shorten(business),
  };
}

/** Writes text for Slack's markup, which has these three control characters. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/** Writes a message with Block Kit. Only the link is markup: what the service reports is plain text. */
const toSlack = ({ title, summary, facts, link, business }: ChatMessage) => ({
  text: escapeMarkup(summary),
  unfurl_links: false,
  unfurl_media: false,
  blocks: [
    { type: 'header', text: plain(title) },
    ...(facts.length > 0
      ? [{ type: 'section', fields: facts.map(({ label, text }) => plain(`${label}\n${text}`)) }]
      : []),
    {
      type: 'section',
      text: { type: 'mrkdwn', text: `<${escapeMarkup(link.url)}|${escapeMarkup(link.text)}>` },
    },
    { type: 'context', elements: [plain(business)] },
  ],
});

const toRuns = (...inlines: readonly Readonly<Record<string, unknown>>[]) => ({
  type: 'RichTextBlock',
  spacing: 'Small',
  inlines: inlines.map((inline) => ({ type: 'TextRun', ...inline })),
});

/** Writes an Adaptive Card. Text runs have no markup, unlike the other texts of a card. */
const toTeams = ({ title, summary, facts, link, business }: ChatMessage) => ({
  type: 'message',
  summary,
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        fallbackText: summary,
        body: [
          toRuns({ text: title, size: 'Medium', weight: 'Bolder' }),
          ...facts.map(({ label, text }) =>
            toRuns({ text: `${label}  `, isSubtle: true }, { text, fontType: 'Monospace' }),
          ),
          toRuns({ text: business, size: 'Small', isSubtle: true }),
        ],
        actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }],
      },
    },
  ],
});

const writers: Readonly<Record<ChatFormat, (message: ChatMessage) => unknown>> = {
  slack: toSlack,
  teams: toTeams,
};

/** Writes an event of the outbox as a message of a chat channel: amounts and a link, and nothing else of the record. */
export function writeChatMessage(format: ChatFormat, body: string, sender: Sender): string {
  return JSON.stringify(writers[format](composeMessage(storedBody.parse(parseJson(body).value), sender)));
}
