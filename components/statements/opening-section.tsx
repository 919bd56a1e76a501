'use client';

import { useState } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/time.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import { proposeOpeningAction } from '#lib/statements/actions.ts';
import type { StatementView } from '#lib/statements/schema.ts';
import { MoneyForm } from './money-form.tsx';
import { StatementProposal } from './statement-proposal.tsx';

/** Shows the position at the service from which statements start. Two people agree on it, or the only one who could. */
export function OpeningSection({ businessId, view }: { businessId: string; view: StatementView }) {
  const [isOpen, setOpen] = useState(false);
  const { opening, figures, mayClose } = view;
  const { currency } = figures;
  return (
    <Section title={tStatements('opening.title')}>
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">
          {opening.position === null
            ? tStatements('opening.none')
            : tStatements.rich('opening.is', {
                day: () => <Day day={opening.position?.day ?? ''} />,
                amount: () => <AmountText amount={opening.position?.amount} currency={currency} exact />,
              })}
        </p>
        {opening.proposals.map((proposal) => (
          <StatementProposal
            key={proposal.proposalId}
            businessId={businessId}
            kind="opening"
            proposal={proposal}
            mayAnswer={mayClose}
            sentence={tStatements.rich('opening.waiting', {
              person: proposal.proposedBy,
              evidence: proposal.reason,
              day: () => <Day day={proposal.after?.day ?? ''} />,
              amount: () => <AmountText amount={proposal.after?.amount} currency={currency} exact />,
            })}
          />
        ))}
        {mayClose && opening.proposals.length === 0 && !isOpen && (
          <div>
            <Button size="sm" onPress={() => setOpen(true)}>
              {tStatements(
                opening.isAlone
                  ? 'opening.set'
                  : opening.position === null
                    ? 'opening.propose'
                    : 'opening.change',
              )}
            </Button>
          </div>
        )}
        {isOpen && (
          <MoneyForm
            businessId={businessId}
            currency={currency}
            form="opening-position"
            labels={{
              day: tStatements('opening.day'),
              amount: tStatements('opening.amount'),
              text: tStatements('opening.evidence'),
              help: tStatements(opening.isAlone ? 'opening.aloneHelp' : 'opening.evidenceHelp'),
              save: tStatements(opening.isAlone ? 'opening.set' : 'opening.propose'),
            }}
            action={({ day, amount, text }) =>
              proposeOpeningAction({ businessId, currency, day, amount, evidence: text })
            }
            messages={{
              failed: tStatements('opening.failed'),
              done: ({ proposalId }) =>
                tStatements(proposalId === null ? 'opening.stored' : 'opening.proposed'),
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
    </Section>
  );
}
