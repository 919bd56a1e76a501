'use client';

import { useState } from 'react';
import { ReasonForm } from '#components/forms/reason-form.tsx';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import { proposeBasisAction } from '#lib/statements/actions.ts';
import type { StatementView } from '#lib/statements/schema.ts';
import { StatementProposal } from './statement-proposal.tsx';

/** Shows if amounts that only a callback reported count as credited. An owner proposes it. */
export function BasisSection({ businessId, view }: { businessId: string; view: StatementView }) {
  const [isOpen, setOpen] = useState(false);
  const { isConfigured, counts, proposals } = view.basis;
  return (
    <Section title={tStatements('basis.title')}>
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">
          {isConfigured
            ? tStatements('configured')
            : tStatements(counts ? 'basis.declared' : 'basis.unknown')}
        </p>
        {proposals.map((proposal) => (
          <StatementProposal
            key={proposal.proposalId}
            businessId={businessId}
            kind="basis"
            proposal={proposal}
            mayAnswer={view.mayClose}
            sentence={tStatements(proposal.after === null ? 'basis.waitingStop' : 'basis.waitingDeclare', {
              person: proposal.proposedBy,
              reason: proposal.reason,
            })}
          />
        ))}
        {view.mayDeclare && !isConfigured && proposals.length === 0 && !isOpen && (
          <div>
            <Button size="sm" onPress={() => setOpen(true)}>
              {tStatements(counts ? 'basis.withdraw' : 'basis.declare')}
            </Button>
          </div>
        )}
        {isOpen && (
          <ReasonForm
            businessId={businessId}
            draft="callback-basis"
            subject="callback-basis"
            refresh
            action={(reason) => proposeBasisAction({ businessId, counts: !counts, reason })}
            messages={{ failed: tStatements('basis.failed'), done: tStatements('basis.proposed') }}
            onDone={() => setOpen(false)}
            onCancel={() => setOpen(false)}
            label={tStatements('basis.reason')}
            save={tStatements(counts ? 'basis.withdraw' : 'basis.declare')}
          />
        )}
      </div>
    </Section>
  );
}
