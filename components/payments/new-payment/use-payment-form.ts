'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import type { DefaultTerms, SentFields } from '#lib/payments/create/model/form.ts';
import { createForm, toForm } from '#lib/payments/create/model/form.ts';
import type { CreatePaymentInput, PaymentInputLimits } from '#lib/payments/create/schema/create.ts';
import type { CreationDetails, FormerPayment } from '#lib/payments/create/schema/details.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import type { LastAttempt } from './last-attempt.tsx';
import { readSavedDraft, saveDraft } from './saved-draft.ts';
import { createSuggestedId } from './suggest-id.ts';
import { noDetails, toTypedDetails } from './typed-details.ts';
import { readTypedPrice, withSentAmount } from './typed-price.ts';
import type { FormCheck } from './use-payment-fields.ts';
import { usePaymentFields } from './use-payment-fields.ts';
import { useTypedDetails } from './use-typed-details.ts';

/** The values with which the form opens. */
export type FormStart = {
  /** The person whose input the tab keeps. */
  readonly personId: string;
  readonly businessId: string;
  readonly suggestedId: string;
  readonly accepted: AcceptedTerms;
  /** Assumed defaults and limits where the interface documents none. */
  readonly defaultTerms: DefaultTerms & PaymentInputLimits;
  /** The request named in the URL, if any. */
  readonly intent: IntentView | null;
  /** The terms of an earlier payment that the form repeats, with the id of its draft. */
  readonly former: {
    readonly draftId: string;
    readonly sent: SentFields;
    /** The payment that the new one replaces or completes. */
    readonly follows: FormerPayment | null;
  } | null;
  /** The saved note and labels of the request. */
  readonly details: CreationDetails | null;
  /** The form follows another payment, so it suggests a new ID and restores no draft. */
  readonly fresh: boolean;
};

/** Loads the rules at the first focus. The page opens a third faster without them. */
export const fetchRules = () => import('./form-rules.ts');

async function checkWithin(
  values: CreatePaymentInput,
  limits: PaymentInputLimits,
  locale: string,
): Promise<FormCheck> {
  const rules = await fetchRules().catch(() => null);
  return (
    rules?.checkForm(values, limits, locale) ?? {
      ok: false,
      errors: { clientPaymentId: tNewPayment('uncheckable') },
    }
  );
}

/** Forgets a refusal of the input once the input changes. Another answer stays until the next attempt. */
const forgetCorrected = (lastTry: LastAttempt | null): LastAttempt | null =>
  lastTry?.kind === 'failure' &&
  lastTry.failure.code === 'invalid' &&
  lastTry.failure.fieldErrors['secondLinkAccepted'] === undefined
    ? null
    : lastTry;

/** Keeps the form, its draft in this tab, and the result of the last attempt to send it. */
export function usePaymentForm({
  personId,
  businessId,
  suggestedId,
  accepted,
  defaultTerms,
  intent,
  former,
  details: savedDetails,
  fresh,
}: FormStart) {
  const { locale } = useLocaleSettings();
  const [opening] = useState(() => {
    const empty = createForm(
      businessId,
      fresh ? createSuggestedId(new Date()) : suggestedId,
      accepted,
      defaultTerms,
    );
    if (intent !== null) return toForm(intent.sent, empty);
    return former === null || fresh ? empty : toForm(former.sent, empty);
  });
  const [lastTry, setLastTry] = useState<LastAttempt | null>(
    intent === null ? null : { kind: 'intent', intent },
  );
  const intentId = intent?.intentId ?? null;
  // A form that repeats a payment has a draft of its own.
  const draftId = intentId ?? (former === null || fresh ? null : former.draftId);
  const owner = { personId, businessId, intentId: draftId };
  const form = usePaymentFields(
    opening,
    (values) => checkWithin(values, defaultTerms, locale),
    (typed) => {
      saveDraft(owner, typed);
      setLastTry(forgetCorrected);
    },
  );
  const typedPrice = readTypedPrice(form.values, locale, defaultTerms.currencyDecimals);
  const values = withSentAmount(form.values, typedPrice);
  const [openingDetails] = useState(() => (fresh ? noDetails : toTypedDetails(savedDetails)));
  const [details, setDetails] = useTypedDetails(owner, openingDetails);
  const follows = fresh ? null : (former?.follows ?? null);

  // Restores the draft that this tab saved before.
  const restoreDraft = useEffectEvent(() => {
    const draft = fresh && draftId === null ? null : readSavedDraft(owner, opening);
    if (draft !== null) form.reset(draft);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each form has a draft of its own.
  useEffect(() => restoreDraft(), [personId, businessId, draftId, fresh]);
  return {
    form,
    opening,
    openingDetails,
    values,
    typedPrice,
    draftId,
    details,
    setDetails,
    follows,
    lastTry,
    setLastTry,
  };
}
