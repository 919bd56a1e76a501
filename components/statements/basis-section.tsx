'use client';

import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import { proposeBasisAction } from '#lib/statements/actions.ts';
import type { StatementView } from '#lib/statements/schema.ts';
import { ReasonForm } from './reason-form.tsx';
import { StatementProposal } from './statement-proposal.tsx';

/** Shows if amounts that only a callback reported count as credited. An owner proposes it. */
export function BasisSection({ businessId, view }: { businessId: string; view: StatementView }) {
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
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
          <>
            <ProblemNote problem={problem} />
            <ReasonForm
              label={tStatements('basis.reason')}
              save={tStatements(counts ? 'basis.withdraw' : 'basis.declare')}
              isPending={isPending}
              error={problem?.fieldErrors['reason']?.[0]}
              onCancel={() => setOpen(false)}
              onSave={(reason) =>
                void act(() => proposeBasisAction({ businessId, counts: !counts, reason }), {
                  failed: tStatements('basis.failed'),
                  done: () => tStatements('basis.proposed'),
                }).then((saved) => saved !== null && setOpen(false))
              }
            />
          </>
        )}
      </div>
    </Section>
  );
}
