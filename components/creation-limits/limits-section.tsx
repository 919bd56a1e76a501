'use client';

import { useState } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import { decideLimitChangeAction, setLimitAction } from '#lib/creation-limits/actions.ts';
import type { LimitsView } from '#lib/creation-limits/schema.ts';
import { tCreationLimits } from '#lib/messages/business.ts';
import { LimitForm, limitMessages, readLimitCurrency } from './limit-form.tsx';

/** Shows the prices above which a payment needs a second person. Owners set them and answer proposals. */
export function LimitsSection({ businessId, initial }: { businessId: string; initial: LimitsView }) {
  const [view, setView] = useState(initial);
  const { act, isPending } = useAction({});
  const [isAdding, setAdding] = useState(false);
  const { limits, changes, mayManage } = view;
  const removeLimit = async (code: string) => {
    const changed = await act(
      () => setLimitAction({ businessId, currency: readLimitCurrency(code), amount: '' }),
      limitMessages,
    );
    if (changed !== null) setView(changed);
  };
  const answer = async (proposalId: string, given: ProposalAnswer) => {
    const answered = await act(() => decideLimitChangeAction({ businessId, proposalId, answer: given }), {
      failed: tCreationLimits('failed'),
    });
    if (answered !== null) setView(answered);
  };
  return (
    <Section title={tCreationLimits('title')}>
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">{tCreationLimits('explanation')}</p>
        {limits.length === 0 ? (
          <p>{tCreationLimits('empty')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {limits.map((limit) => (
              <li key={limit.currency} className="flex items-center justify-between gap-2 py-1.5">
                <AmountText amount={limit.amount} currency={limit.currency} exact />
                {mayManage && (
                  <Button
                    size="sm"
                    variant="quiet"
                    isDisabled={isPending}
                    aria-label={tCreationLimits('removeNamed', { currency: limit.currency })}
                    onPress={() => void removeLimit(limit.currency)}
                  >
                    {tCreationLimits('remove')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {changes.map((change) => (
          <ProposedChange
            key={change.proposalId}
            change={change}
            mayAnswer={mayManage}
            isPending={isPending}
            onAnswer={(given) => void answer(change.proposalId, given)}
          />
        ))}
        {mayManage &&
          (isAdding ? (
            <LimitForm
              businessId={businessId}
              onSet={(next) => {
                setView(next);
                setAdding(false);
              }}
            />
          ) : (
            <div>
              <Button onPress={() => setAdding(true)}>{tCreationLimits('add')}</Button>
            </div>
          ))}
      </div>
    </Section>
  );
}

function ProposedChange({
  change,
  mayAnswer,
  isPending,
  onAnswer,
}: {
  change: LimitsView['changes'][number];
  mayAnswer: boolean;
  isPending: boolean;
  onAnswer: (answer: ProposalAnswer) => void;
}) {
  const { subject: currency, after: amount, proposedBy, isMine, blocks } = change;
  return (
    <Banner
      tone="waiting"
      title={
        amount === null
          ? tCreationLimits('change.removal', { person: proposedBy, currency })
          : tCreationLimits.rich('change.higher', {
              person: proposedBy,
              currency,
              amount: () => <AmountText amount={amount} currency={currency} exact />,
            })
      }
    >
      {mayAnswer && (
        <ProposalAnswers isMine={isMine} blocks={blocks} isPending={isPending} onAnswer={onAnswer} />
      )}
    </Banner>
  );
}
