'use client';

import { SignedAmount } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import type { StatementView } from '#lib/statements/schema.ts';
import { reconciliationHref } from './statement-links.ts';

const tones = { good: 'good', bad: 'bad', open: 'waiting' } as const;

/** The three proofs of a statement. */
export function ProofsSection({
  businessId,
  view: { proofs, figures, period },
}: {
  businessId: string;
  view: StatementView;
}) {
  return (
    <Section title={tStatements('proofs.title')}>
      <ul className="divide-y divide-line text-sm">
        {proofs.map(({ name, state, difference }) => (
          <li key={name} className="flex items-start justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="font-medium">{tStatements(`proofs.${name}`)}</span>
              <span className="block text-muted">
                {state === 'open'
                  ? tStatements(name === 'cash' ? 'proofs.noCash' : 'proofs.noOpening')
                  : tStatements(`proofs.${name}Text`)}
                {difference !== null && (
                  <>
                    {' '}
                    {tStatements.rich('proofs.difference', {
                      amount: () => <SignedAmount amount={difference} currency={figures.currency} />,
                    })}
                  </>
                )}
                {name === 'cash' && (
                  <>
                    {' '}
                    <TextLink
                      prefetch={false}
                      href={reconciliationHref(businessId, {
                        currency: figures.currency,
                        period: period.text,
                      })}
                    >
                      {tStatements('proofs.reconcile')}
                    </TextLink>
                  </>
                )}
              </span>
            </span>
            <Badge tone={tones[state]}>{tStatements(`proofs.${state}`)}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
