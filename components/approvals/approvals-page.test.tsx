import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { approvalsKey } from '#components/query/query-keys.ts';
import type { RiskProposals, SettingsProposals } from '#lib/reports/schema/pages.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { ApprovalsPage } from './approvals-page.tsx';
import { StatementProposalRows } from './statement-proposal-rows.tsx';

const at = instant(1_793_000_000_000);
const amount = (digits: string) => {
  const parsed = parseAmount(digits);
  if (parsed === null) throw new Error('no amount');
  return parsed;
};
const proposal = {
  reason: '',
  proposedBy: 'Ada',
  proposedById: 'a',
  proposedAt: at,
  isMine: false,
  isOutdated: false,
  blocks: [],
  state: 'proposed' as const,
  answer: null,
};
const none: SettingsProposals = {
  limits: { limits: [], changes: [], mayManage: false },
  retention: [],
  fewerRoles: null,
  tokenLifetime: null,
  tokens: [],
};

const client = new QueryClient();
client.setQueryData(approvalsKey('b'), '');

/** Returns the text of the page. */
const render = (settings: SettingsProposals | null, desk: RiskProposals | null = null) =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ApprovalsPage
        businessId="b"
        view={{ payments: [], settings, desk, statements: [], deputyFor: null }}
        hash=""
      />
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ');

test('says what each proposal changes, by whom, and why it can’t be approved yet', () => {
  const text = render({
    limits: {
      limits: [{ currency: 'EUR', amount: amount('500') }],
      changes: [
        { ...proposal, proposalId: '1', subject: 'EUR', before: amount('500'), after: amount('900') },
        { ...proposal, proposalId: '2', subject: 'EUR', before: amount('500'), after: null, isMine: true },
      ],
      mayManage: false,
    },
    retention: [
      {
        ...proposal,
        proposalId: '3',
        kind: 'withdrawal',
        years: 5,
        before: 8,
        blocks: [{ reason: 'eachOther', giver: null, possibleFrom: at }],
      },
      { ...proposal, proposalId: '4', kind: 'audit', years: 1, before: null },
    ],
    tokenLifetime: { ...proposal, proposalId: '6', subject: '', before: 90, after: 180 },
    fewerRoles: {
      ...proposal,
      proposalId: '5',
      subject: '',
      before: ['compliance', 'finance', 'owner'],
      after: ['compliance', 'owner'],
      reason: 'They only read.',
      proposedBy: 'Ben',
    },
    tokens: [
      {
        ...proposal,
        proposalId: '8',
        subject: 'token-1',
        before: null,
        after: { name: 'A shop', scopes: ['payments:write', 'notes:write'] },
        blocks: [{ reason: 'token', giver: null, possibleFrom: null }],
      },
    ],
  });
  expect(text).toContain('Raise the EUR payment limit from 500.00 EUR to 900.00 EUR .');
  expect(text).toContain('Remove the EUR payment limit of 500.00 EUR .');
  expect(text).toContain('Withdrawals: remove after 5 years instead of 8 years.');
  expect(text).toContain('remove after 1 year instead of never.');
  expect(text).toContain('no longer be needed for: Finance. Reason: They only read.');
  expect(text).toContain(
    'Let the API token A shop write: Create payments, and propose those above the limits, Write notes',
  );
  expect(text).toContain('approved the API token that proposed this.');
  expect(text.match(/Proposed by (Ada|Ben)/g)).toHaveLength(7);
  expect(text.match(/You can’t approve this proposal yet/g)).toHaveLength(2);
  expect(text.match(/Withdraw proposal/g)).toHaveLength(1);
  expect(text.match(/ Decline /g)).toHaveLength(6);
  expect(text).toContain('Let new API tokens work for up to 180 days instead of 90.');
});

test('says that nothing waits', () => {
  for (const settings of [none, null]) expect(render(settings)).toContain('No proposals yet');
});

test('shows compliance the proposals that need risk detail', () => {
  const own = { ...proposal, before: null };
  const text = render(null, {
    settings: null,
    auditors: [],
    endpoints: [
      {
        ...own,
        proposalId: '9',
        subject: 'endpoint-1',
        reason: 'The case system of the bank.',
        after: { url: 'https://cases.example.com/in', types: ['review-case.opened', 'review-case.merged'] },
      },
    ],
    cases: { count: 0, more: false },
    rules: [
      {
        ...own,
        proposalId: '6',
        subject: 'rule-1',
        name: 'Large deposits',
        reason: 'Too many cases.',
        after: { kind: 'pause', number: 1, pastDays: 0 },
      },
    ],
    lifts: [
      {
        ...own,
        proposalId: '7',
        subject: 'hold-1',
        reason: 'The court closed it.',
        after: { kind: 'payment', recordId: 'record-1' },
      },
    ],
  });
  expect(text).toContain('Pause the review rule Large deposits. Reason: Too many cases.');
  expect(text).toContain('record-1 (Payment). Reason: The court closed it.');
  expect(text).toContain(
    'Send changes of review cases to https://cases.example.com/in: Review case opened, Review case merged. Reason: The case system of the bank.',
  );
  // A rule is answered on its own page.
  expect(text.match(/Open proposal/g)).toHaveLength(1);
  expect(text.match(/ Decline /g)).toHaveLength(2);
});

test('counts the decisions on review cases that wait, and opens their queue', () => {
  const text = (count: number, more: boolean) =>
    render(null, {
      settings: null,
      auditors: [],
      endpoints: [],
      rules: [],
      lifts: [],
      cases: { count, more },
    });
  expect(text(1, false)).toContain('1 decision on a review case waits for a second person.');
  expect(text(3, false)).toContain('3 decisions on review cases wait for a second person.');
  expect(text(500, true)).toContain('More than 500 decisions on review cases wait');
  expect(text(0, false)).toContain('No proposals yet');
});

test('names the period that a proposal closes as its statement does', () => {
  const close = { kind: 'close', currency: 'EUR', isStop: false, opening: null } as const;
  const show = (from: string, to: string) =>
    renderToStaticMarkup(
      <StatementProposalRows
        businessId="b"
        proposals={[{ ...close, proposalId: '9', proposedBy: 'Ada', proposedAt: at, days: { from, to } }]}
      />,
    );
  expect(show('2026-10-01', '2026-10-31')).toContain('Close October 2026 in EUR');
  expect(show('2026-10-05', '2026-10-20')).toContain('Close Oct 5, 2026 – Oct 20, 2026 in EUR');
});

test('says the amount, the day and the evidence of a proposed opening position', () => {
  const show = (position: { day: string; amount: ReturnType<typeof signedAmount> } | null) =>
    renderToStaticMarkup(
      <StatementProposalRows
        businessId="b"
        proposals={[
          {
            ...{ kind: 'opening', currency: 'EUR', days: null, isStop: false, proposalId: '9' },
            ...{ proposedBy: 'Ada', proposedAt: at, opening: { position, evidence: 'The balance page.' } },
          },
        ]}
      />,
    )
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/[\s\u00a0\u202f]+/g, ' ');
  expect(show({ day: '2026-10-01', amount: signedAmount('1234.5') })).toMatch(
    /Opening position of EUR: 1,234\.50 EUR at the start of Oct 1, 2026 ?\. Evidence: The balance page\./,
  );
  expect(show(null)).toContain('Remove the opening position of EUR. Evidence: The balance page.');
});
