'use client';

import { useState } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Time } from '#components/ui/time.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import { decidePaymentApprovalAction, sendApprovedAction } from '#lib/creation-limits/actions.ts';
import type { PaymentApprovalResult, WaitingPayment } from '#lib/creation-limits/schema.ts';
import { tPaymentsForApproval } from '#lib/messages/approvals.ts';
import { approvalDays } from '#lib/payments/create/model/intent.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

type WaitingList = {
  businessId: string;
  waiting: readonly WaitingPayment[];
  onAnswered: (answered: PaymentApprovalResult) => void;
};

/** Lists payments above a limit, with the answers that this person may give. */
export function WaitingPayments({ businessId, waiting, onAnswered }: WaitingList) {
  return (
    <section
      aria-label={tPaymentsForApproval('waiting.title')}
      className="rounded-lg border border-attention-line px-3 py-1"
    >
      <Disclosure open title={tPaymentsForApproval('waiting.heading', { count: waiting.length })}>
        <WaitingPaymentList businessId={businessId} waiting={waiting} onAnswered={onAnswered} />
      </Disclosure>
    </section>
  );
}

/** The same payments without a frame. `showsFields` opens the fields of each request. */
export function WaitingPaymentList({
  waiting,
  showsFields = false,
  ...line
}: WaitingList & { showsFields?: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {waiting.map((payment) => (
        <WaitingLine key={payment.proposalId} payment={payment} showsFields={showsFields} {...line} />
      ))}
    </ul>
  );
}

function WaitingLine({
  businessId,
  payment,
  showsFields,
  onAnswered,
}: {
  businessId: string;
  payment: WaitingPayment;
  showsFields: boolean;
  onAnswered: (answered: PaymentApprovalResult) => void;
}) {
  const { proposalId, clientPaymentId, price, state, proposedBy, proposedAt, isMine, blocks, fields } =
    payment;
  const { act, isPending, problem } = useAction({});
  // The list loads after the page. A press before that would be lost.
  const isHydrated = useHydrated();
  const [isSecond, setSecond] = useState(false);
  // The question stays after an answer that failed for another reason.
  if (!isSecond && problem?.fieldErrors['secondLinkAccepted'] !== undefined) setSecond(true);
  const answerWith = async (answer: ProposalAnswer) => {
    const answered = await act(() => decidePaymentApprovalAction({ businessId, proposalId, answer }), {
      failed: tPaymentsForApproval('waiting.failed'),
    });
    if (answered !== null) onAnswered(answered);
  };
  const send = async () => {
    const sent = await act(
      () => sendApprovedAction({ businessId, proposalId, secondLinkAccepted: isSecond }),
      { failed: tPaymentsForApproval('waiting.sendFailed') },
    );
    if (sent !== null) onAnswered(sent);
  };
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
      <Disclosure open={showsFields} title={tPaymentsForApproval('waiting.details')}>
        <DescriptionList>
          {fields.map(({ field, value }) => (
            <Fact key={field} label={field}>
              <span className="break-all font-mono text-xs">{value}</span>
            </Fact>
          ))}
        </DescriptionList>
      </Disclosure>
      {state === 'approved' && (
        <div>
          {isSecond ? (
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
          )}
        </div>
      )}
      {(isMine || state === 'proposed') && (
        <ProposalAnswers
          isMine={isMine}
          blocks={blocks}
          isPending={isPending}
          confirm={{
            title: tPaymentsForApproval('waiting.confirm', { clientPaymentId }),
            label: tPaymentsForApproval('waiting.confirmLabel'),
            body: tPaymentsForApproval.rich('waiting.confirmBody', {
              price: () => <AmountText amount={price.amount} currency={price.currency} exact />,
            }),
          }}
          onAnswer={answerWith}
        />
      )}
    </li>
  );
}
