'use client';

import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { announce } from '#components/ui/announce.ts';
import { toast } from '#components/ui/toast.tsx';
import { proposePaymentAction } from '#lib/creation-limits/actions.ts';
import type { CreationLimit } from '#lib/creation-limits/model.ts';
import type { WaitingPayment } from '#lib/creation-limits/schema.ts';
import { tCreationLimitForm } from '#lib/messages/creation-limit-form.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { createPaymentAction } from '#lib/payments/create/actions.ts';
import { isFinalIntent } from '#lib/payments/create/model/intent.ts';
import type { CreatePaymentForm } from '#lib/payments/create/schema/create.ts';
import type { CreationDetailsForm } from '#lib/payments/create/schema/details.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { mayCreateSecondLink, unconfirmedDuplicate } from './duplicate-confirmation.ts';
import { deleteDraft } from './saved-draft.ts';
import type { usePaymentForm } from './use-payment-form.ts';
import type { useTemplate } from './use-template.ts';

/** Sends the form to the service, or to a second person where its price is above a limit. */
export function useSendPayment({
  personId,
  businessId,
  state: { form, draftId, lastTry, setLastTry },
  reserveId,
  exceededLimit,
  details,
  onAnswered,
  onProposed,
}: {
  personId: string;
  businessId: string;
  state: ReturnType<typeof usePaymentForm>;
  reserveId: ReturnType<typeof useTemplate>['reserveId'];
  exceededLimit: CreationLimit | null;
  /** The note, the labels and the former payment. */
  details: CreationDetailsForm;
  onAnswered: (intent: IntentView) => void;
  onProposed: (waiting: readonly WaitingPayment[]) => void;
}) {
  const [second, setSecond] = useState(unconfirmedDuplicate);
  const showFailure = (failure: Failure, clientPaymentId: string) => {
    const errors = Object.entries(failure.fieldErrors).map(([path, messages]) => [path, messages.join('. ')]);
    form.showErrors(Object.fromEntries(errors));
    setLastTry({ kind: 'failure', failure, clientPaymentId });
  };
  const propose = async (ready: CreatePaymentForm) => {
    const result = await callAction(() => proposePaymentAction({ ...ready, ...details }));
    if (result === null) return setLastTry({ kind: 'lost' });
    if (!result.ok) return showFailure(result, ready.clientPaymentId);
    deleteDraft({ personId, businessId, intentId: draftId });
    toast.good(tCreationLimitForm('form.submitted'));
    onProposed(result.data.waiting);
  };

  const deliver = async (checked: CreatePaymentForm) => {
    const isSecond = mayCreateSecondLink(lastTry, checked.clientPaymentId);
    if (isSecond && !second.isAccepted) return setSecond({ isAccepted: false, isMissing: true });
    setLastTry(null);
    const ready = await reserveId(checked, (failure) =>
      setLastTry({ kind: 'failure', failure, clientPaymentId: checked.clientPaymentId }),
    );
    if (ready === null) return;
    if (exceededLimit !== null) return propose(ready);
    const result = await callAction(() =>
      createPaymentAction({ ...ready, ...details, secondLinkAccepted: isSecond }),
    );
    setSecond(unconfirmedDuplicate);
    if (result === null) return setLastTry({ kind: 'lost' });
    if (!result.ok) return showFailure(result, ready.clientPaymentId);
    const { state } = result.data;
    if (isFinalIntent(state)) setLastTry({ kind: 'intent', intent: result.data });
    deleteDraft({ personId, businessId, intentId: draftId });
    announce(tNewPayment(state === 'CREATED' ? 'created' : 'notConfirmed'));
    onAnswered(result.data);
  };
  const submit = () => form.send(deliver);
  return { submit, second, setSecond };
}
