'use client';

import type { ReactNode } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { formatPeriod } from '#components/statements/format-period.ts';
import { namePeriod, statementHref } from '#components/statements/statement-links.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Day } from '#components/ui/time.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import type { StatementProposal } from '#lib/statements/schema.ts';
import { ProposalLink } from './proposal-row.tsx';

function describeProposal(
  { kind, currency, days, isStop, opening }: StatementProposal,
  locale: string,
): ReactNode {
  const code = currency ?? '';
  if (opening !== null) {
    const { position, evidence } = opening;
    if (position === null) return tStatements('approvals.openingRemoved', { currency: code, evidence });
    return tStatements.rich('approvals.opening', {
      currency: code,
      evidence,
      day: () => <Day day={position.day} />,
      amount: () => <AmountText amount={position.amount} currency={code} exact />,
    });
  }
  if (kind === 'basis') return tStatements(isStop ? 'approvals.basisStop' : 'approvals.basis');
  if (days === null) return tStatements('approvals.reopening');
  return tStatements(kind === 'close' ? 'approvals.close' : 'approvals.reopenPeriod', {
    currency: code,
    period: formatPeriod(namePeriod(days), locale),
  });
}

function findHref(businessId: string, { currency, days }: StatementProposal): string {
  if (currency === null) return `/${businessId}/reports/statements`;
  if (days === null) return `/${businessId}/reports/statements?currency=${encodeURIComponent(currency)}`;
  return statementHref(businessId, currency, namePeriod(days).text);
}

/** Lists the proposals about statements. They are answered on the statement, which shows the figures. */
export function StatementProposalRows({
  businessId,
  proposals,
}: {
  businessId: string;
  proposals: readonly StatementProposal[];
}) {
  const { locale } = useLocaleSettings();
  return proposals.map((proposal) => (
    <ProposalLink
      key={proposal.proposalId}
      proposal={proposal}
      sentence={describeProposal(proposal, locale)}
      href={findHref(businessId, proposal)}
    />
  ));
}
