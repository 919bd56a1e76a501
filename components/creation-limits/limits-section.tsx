'use client';

import { lazy, Suspense, useState } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { toast } from '#components/ui/toast.tsx';
import { decideLimitChangeAction, setLimitAction } from '#lib/creation-limits/actions.ts';
import type { ProposalDecision } from '#lib/creation-limits/model.ts';
import { limitCurrencies } from '#lib/creation-limits/model.ts';
import type { LimitChange, LimitsView } from '#lib/creation-limits/schema.ts';
import { tCreationLimits } from '#lib/messages/creation-limits.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

const LimitForm = lazy(() => import('./limit-form.tsx').then((file) => ({ default: file.LimitForm })));

/** Shows the prices above which a payment needs a second person. Owners set them and answer proposals. */
export function LimitsSection({ businessId, initial }: { businessId: string; initial: LimitsView }) {
  const [view, setView] = useState(initial);
  const [isPending, setPending] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const { limits, changes, mayManage } = view;
  /** Returns the data of the action, or null if it failed. */
  async function act<Data extends LimitsView>(action: () => Promise<ActionResult<Data>>) {
    setPending(true);
    setError(undefined);
    const result = await callAction(action);
    setPending(false);
    if (result?.ok) {
      setView(result.data);
      return result.data;
    }
    setError(result?.fieldErrors['amount']?.[0]);
    const { title, detail } = toActionErrorMessage(result, { failed: tCreationLimits('failed') });
    toast.bad(title, { detail });
    return null;
  }
  const set = async (code: string, digits: string) => {
    const known = limitCurrencies.find((one) => one === code);
    if (known === undefined) return false;
    const changed = await act(() => setLimitAction({ businessId, currency: known, amount: digits }));
    if (changed === null) return false;
    setAdding(false);
    toast.good(tCreationLimits(changed.outcome === 'set' ? 'saved' : 'proposed'));
    return true;
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
                    onPress={() => void set(limit.currency, '')}
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
            key={change.changeId}
            change={change}
            mayAnswer={mayManage}
            isPending={isPending}
            onAnswer={(answer) =>
              void act(() => decideLimitChangeAction({ businessId, changeId: change.changeId, answer }))
            }
          />
        ))}
        {mayManage &&
          (isAdding ? (
            <Suspense fallback={<Skeleton className="h-40 w-full" />}>
              <LimitForm
                businessId={businessId}
                isPending={isPending}
                error={error}
                onError={setError}
                onSet={set}
              />
            </Suspense>
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
  change: LimitChange;
  mayAnswer: boolean;
  isPending: boolean;
  onAnswer: (answer: ProposalDecision) => void;
}) {
  const { currency, amount, proposedBy, isMine } = change;
  const answers: readonly ProposalDecision[] = isMine ? ['withdraw'] : ['approve', 'decline'];
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
        <div className="mt-2 flex flex-wrap gap-2">
          {answers.map((answer) => (
            <Button key={answer} size="sm" isDisabled={isPending} onPress={() => onAnswer(answer)}>
              {tCreationLimits(`answers.${answer}`)}
            </Button>
          ))}
        </div>
      )}
    </Banner>
  );
}
