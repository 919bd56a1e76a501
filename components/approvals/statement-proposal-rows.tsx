'use client';

import { namePeriod, statementHref } from '#components/statements/statement-links.ts';
import { tStatements } from '#lib/messages/statements.ts';
import type { StatementProposal } from '#lib/statements/schema.ts';
import { ProposalLink } from './proposal-row.tsx';

function describeProposal({ kind, currency, days, isStop }: StatementProposal): string {
  const code = currency ?? '';
  if (kind === 'opening') return tStatements('approvals.opening', { currency: code });
  if (kind === 'basis') return tStatements(isStop ? 'approvals.basisStop' : 'approvals.basis');
  if (days === null) return tStatements('approvals.reopening');
  return tStatements(kind === 'close' ? 'approvals.close' : 'approvals.reopenPeriod', {
    currency: code,
    from: days.from,
    to: days.to,
  });
}

function findHref(businessId: string, { currency, days }: StatementProposal): string {
  if (currency === null) return `/${businessId}/reports/statements`;
  if (days === null) return `/${businessId}/reports/statements?currency=${currency}`;
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
  return proposals.map((proposal) => (
    <ProposalLink
      key={proposal.proposalId}
      proposal={proposal}
      sentence={describeProposal(proposal)}
      href={findHref(businessId, proposal)}
    />
  ));
}
