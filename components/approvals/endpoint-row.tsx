'use client';

import { decideReviewEndpointAction } from '#lib/events/actions.ts';
import type { ReviewEndpointProposal } from '#lib/events/schema.ts';
import { tEvents } from '#lib/messages/events.ts';
import { ProposalRow } from './proposal-row.tsx';

/** A proposed endpoint for review cases, with its whole address. */
export function EndpointRow({
  businessId,
  proposal,
}: {
  businessId: string;
  proposal: ReviewEndpointProposal;
}) {
  const { proposalId, after, reason } = proposal;
  const types = after.types.map((type) => tEvents(`type.${type}`)).join(', ');
  return (
    <ProposalRow
      proposal={proposal}
      sentence={tEvents('cases.approval.sentence', { url: after.url, types, reason })}
      consequence={tEvents('cases.approval.consequence')}
      onAnswer={(answer) => decideReviewEndpointAction({ businessId, proposalId, answer })}
    />
  );
}
