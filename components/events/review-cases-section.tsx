'use client';

import { EndpointRow } from '#components/approvals/endpoint-row.tsx';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import type { ReviewEndpointProposal } from '#lib/events/schema.ts';
import { tEvents } from '#lib/messages/events.ts';

/** Proposes an endpoint for review cases, and lists those that wait. Only for people who work on cases. */
export function ReviewCasesSection({
  businessId,
  proposals,
  onPropose,
}: {
  businessId: string;
  proposals: readonly ReviewEndpointProposal[];
  onPropose: () => void;
}) {
  return (
    <Section
      title={tEvents('cases.title')}
      actions={
        <Button size="sm" onPress={onPropose}>
          {tEvents('cases.button')}
        </Button>
      }
    >
      <p className="text-sm">{tEvents('cases.detail')}</p>
      {proposals.length > 0 && (
        <ul aria-label={tEvents('cases.waiting')} className="mt-2 divide-y divide-line">
          {proposals.map((proposal) => (
            <EndpointRow key={proposal.proposalId} businessId={businessId} proposal={proposal} />
          ))}
        </ul>
      )}
    </Section>
  );
}
