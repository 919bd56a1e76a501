'use client';

import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Day } from '#components/ui/time.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import type { ProofCause, StatementView } from '#lib/statements/schema.ts';
import { reconciliationHref, statementRowsHref } from './statement-links.ts';

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
        {proofs.map(({ name, state, difference, causes }) => (
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
              {causes.length > 0 && (
                <ul aria-label={tStatements('proofs.causes', { name: tStatements(`proofs.${name}`) })}>
                  {causes.map((cause) => (
                    <li key={nameCause(cause)}>
                      <Cause businessId={businessId} figures={figures} period={period} cause={cause} />
                    </li>
                  ))}
                </ul>
              )}
            </span>
            <Badge tone={tones[state]}>{tStatements(`proofs.${state}`)}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function nameCause(cause: ProofCause): string {
  if (cause.kind === 'line') return cause.line;
  if (cause.kind === 'day') return `${cause.line} ${cause.day}`;
  return cause.kind === 'record' ? cause.recordId : cause.lineId;
}

/** A line, one of its days, a record or a settlement that causes a difference. A line and a day link to their rows. */
function Cause({
  businessId,
  figures: { currency },
  period,
  cause,
}: {
  businessId: string;
  figures: StatementView['figures'];
  period: StatementView['period'];
  cause: ProofCause;
}) {
  if (cause.kind === 'settlement')
    return tStatements.rich('proofs.settlementCause', {
      amount: () => <AmountText amount={cause.amount} currency={currency} />,
      day: () => <Day day={cause.day} />,
    });
  if (cause.kind === 'record') {
    const record = tStatements(`rows.kind.${cause.record}`);
    return tStatements.rich('proofs.recordCause', {
      record,
      id: () => <Identifier value={cause.recordId} name={record} />,
      amount: () => <SignedAmount amount={cause.amount} currency={currency} />,
    });
  }
  const { line } = cause;
  const days = cause.kind === 'day' ? `${cause.day}..${cause.day}` : period.text;
  const texts = {
    amount: () => <SignedAmount amount={cause.amount} currency={currency} />,
    line: tStatements(`line.${line}`),
  };
  return (
    <TextLink prefetch={false} href={statementRowsHref(businessId, { currency, period: days, line })}>
      {cause.kind === 'day'
        ? tStatements.rich('proofs.dayCause', { ...texts, day: () => <Day day={cause.day} /> })
        : tStatements.rich('proofs.lineCause', texts)}
    </TextLink>
  );
}
