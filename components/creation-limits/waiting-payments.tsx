'use client';

import { useState } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Time } from '#components/ui/time.tsx';
import { toast } from '#components/ui/toast.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { decidePaymentApprovalAction, sendApprovedAction } from '#lib/creation-limits/actions.ts';
import type { ProposalDecision } from '#lib/creation-limits/model.ts';
import { approvalDays } from '#lib/creation-limits/model.ts';
import type { PaymentApprovalResult, WaitingPayment } from '#lib/creation-limits/schema.ts';
import { tCreationLimits } from '#lib/messages/creation-limits.ts';
import { tPaymentsForApproval } from '#lib/messages/payments-for-approval.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Lists payments above a limit, with the answers that this person may give. */
export function WaitingPayments({
  businessId,
  waiting,
  onAnswered,
}: {
  businessId: string;
  waiting: readonly WaitingPayment[];
  onAnswered: (answered: PaymentApprovalResult) => void;
}) {
  return (
    <section
      aria-label={tPaymentsForApproval('waiting.title')}
      className="rounded-lg border border-attention-line px-3 py-1"
    >
      <Disclosure open title={tPaymentsForApproval('waiting.heading', { count: waiting.length })}>
        <ul className="divide-y divide-line">
          {waiting.map((payment) => (
            <WaitingLine
              key={payment.approvalId}
              businessId={businessId}
              payment={payment}
              onAnswered={onAnswered}
            />
          ))}
        </ul>
      </Disclosure>
    </section>
  );
}

function WaitingLine({
  businessId,
  payment,
  onAnswered,
}: {
  businessId: string;
  payment: WaitingPayment;
  onAnswered: (answered: PaymentApprovalResult) => void;
}) {
  const { approvalId, clientPaymentId, price, state, proposedBy, proposedAt, isMine, fields } = payment;
  const [isPending, setPending] = useState(false);
  // The list loads after the page. A press before that would be lost.
  const isHydrated = useHydrated();
  const [isSecond, setSecond] = useState(false);
  const act = async (action: () => Promise<ActionResult<PaymentApprovalResult>>, failed: string) => {
    setPending(true);
    const result = await callAction(action);
    setPending(false);
    if (result?.ok) return onAnswered(result.data);
    if (result?.fieldErrors['secondLinkAccepted'] !== undefined) setSecond(true);
    const { title, detail } = toActionErrorMessage(result, { failed });
    toast.bad(title, { detail });
  };
  const answerWith = (answer: ProposalDecision) =>
    act(
      () => decidePaymentApprovalAction({ businessId, approvalId, answer }),
      tPaymentsForApproval('waiting.failed'),
    );
  const send = () =>
    act(
      () => sendApprovedAction({ businessId, approvalId, secondLinkAccepted: isSecond }),
      tPaymentsForApproval('waiting.sendFailed'),
    );
  return (
    <li className="flex flex-col gap-1.5 py-2.5 pe-1">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 wrap-anywhere font-medium text-sm">{clientPaymentId}</span>
        <AmountText amount={price.amount} currency={price.currency} exact />
      </div>
      <p className="flex justify-between gap-3 text-muted text-xs">
        <span>
          {state === 'approved'
            ? tPaymentsForApproval('waiting.approved', { days: approvalDays })
            : tPaymentsForApproval('waiting.by', { person: proposedBy })}
        </span>
        <Time at={toUnixSeconds(proposedAt)} />
      </p>
      <Disclosure title={tPaymentsForApproval('waiting.details')}>
        <DescriptionList>
          {fields.map(({ field, value }) => (
            <Fact key={field} label={field}>
              <span className="break-all font-mono text-xs">{value}</span>
            </Fact>
          ))}
        </DescriptionList>
      </Disclosure>
      <div className="flex flex-wrap gap-2">
        {state === 'approved' &&
          (isSecond ? (
            <ConfirmDialog
              trigger={
                <Button size="sm" isDisabled={!isHydrated || isPending}>
                  {tPaymentsForApproval('waiting.send')}
                </Button>
              }
              title={tPaymentsForApproval('waiting.second', { clientPaymentId })}
              confirmLabel={tPaymentsForApproval('waiting.secondLabel')}
              onConfirm={send}
            >
              {tPaymentsForApproval('waiting.secondBody')}
            </ConfirmDialog>
          ) : (
            <Button size="sm" isPending={isPending} isDisabled={!isHydrated} onPress={() => void send()}>
              {tPaymentsForApproval('waiting.send')}
            </Button>
          ))}
        {isMine && (
          <Button
            size="sm"
            isPending={isPending}
            isDisabled={!isHydrated}
            onPress={() => void answerWith('withdraw')}
          >
            {tCreationLimits('answers.withdraw')}
          </Button>
        )}
        {state === 'proposed' && !isMine && (
          <>
            <ConfirmDialog
              trigger={
                <Button size="sm" isDisabled={!isHydrated || isPending}>
                  {tCreationLimits('answers.approve')}
                </Button>
              }
              title={tPaymentsForApproval('waiting.confirm', { clientPaymentId })}
              confirmLabel={tPaymentsForApproval('waiting.confirmLabel')}
              onConfirm={() => answerWith('approve')}
            >
              {tPaymentsForApproval.rich('waiting.confirmBody', {
                price: () => <AmountText amount={price.amount} currency={price.currency} exact />,
              })}
            </ConfirmDialog>
            <Button
              size="sm"
              isPending={isPending}
              isDisabled={!isHydrated}
              onPress={() => void answerWith('decline')}
            >
              {tCreationLimits('answers.decline')}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
