'use client';

import { useSearchParams } from 'next/navigation';
import { lazy, Suspense, useDeferredValue } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CreationLimit } from '#lib/creation-limits/model.ts';
import { findExceededLimit } from '#lib/creation-limits/model.ts';
import type { PaymentApprovalResult, WaitingPayment } from '#lib/creation-limits/schema.ts';
import { tCreationLimitForm } from '#lib/messages/creation-limit-form.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { tPaymentTemplates } from '#lib/messages/payment-templates.ts';
import type { TemplatesView } from '#lib/payment-templates/schema.ts';
import { restoreForm } from '#lib/payments/create/model/form.ts';
import type { LocaleChoices } from '#lib/payments/create/model/locale.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { DetailsSection } from './details-section.tsx';
import { mayCreateSecondLink } from './duplicate-confirmation.ts';
import { toFormAddress } from './form-address.ts';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { PaymentForm } from './payment-form.tsx';
import { toSentDetails } from './typed-details.ts';
import { hasExcessDecimals } from './typed-price.ts';
import type { FormStart } from './use-payment-form.ts';
import { fetchRules, usePaymentForm } from './use-payment-form.ts';
import { useSendPayment } from './use-send-payment.ts';
import { useTemplate } from './use-template.ts';

// The form works without the preview. The server renders it, so it is in place before its code.
const RequestSummary = lazy(() =>
  import('./request-summary.tsx').then((file) => ({ default: file.RequestSummary })),
);

// The server renders the choice of a template. It is disabled until its code has loaded.
const TemplateField = lazy(() =>
  import('#components/payments/templates/template-field.tsx').then((file) => ({
    default: file.TemplateField,
  })),
);

// Most forms open without a price.
const SubmitNote = lazy(() => import('./submit-note.tsx').then((file) => ({ default: file.SubmitNote })));

// Most forms open without a payment that waits for a second person.
const WaitingPayments = lazy(() =>
  import('#components/creation-limits/waiting-payments.tsx').then((file) => ({
    default: file.WaitingPayments,
  })),
);

// Few forms replace an expired payment.
const FormerPaymentNotice = lazy(() =>
  import('./former-payment-notice.tsx').then((file) => ({ default: file.FormerPaymentNotice })),
);
// Only an attempt that may have created a payment asks for it.
const DuplicateField = lazy(() =>
  import('./duplicate-field.tsx').then((file) => ({ default: file.DuplicateConfirmationField })),
);
const ServerDraft = lazy(() => import('./server-draft.tsx').then((file) => ({ default: file.ServerDraft })));

export type ComposePaymentProps = FormStart & {
  readonly minimums: MinimumsSnapshot;
  /** The listed languages of the checkout. */
  readonly locales: LocaleChoices;
  readonly templates: TemplatesView;
  /** Prices above these need a second person. */
  readonly limits: readonly CreationLimit[];
  readonly waiting: readonly WaitingPayment[];
  readonly onTemplates: (templates: TemplatesView) => void;
  readonly onAnswered: (intent: IntentView) => void;
  readonly onProposed: (waiting: readonly WaitingPayment[]) => void;
  readonly onWaitingAnswered: (answered: PaymentApprovalResult) => void;
};

/** Loads the rules, the check of the price and the outcome early, so that an answer is shown at once. */
const prepare = () =>
  Promise.allSettled([
    fetchRules(),
    import('./amount-interpretations.tsx'),
    import('./created.tsx'),
    import('./duplicate-field.tsx'),
    import('./last-attempt.tsx'),
    import('./minimum-check.tsx'),
    import('./submit-note.tsx'),
    import('./unknown-outcome.tsx'),
  ]);

/** The form of a new payment, with what is left to finish above it and a summary of the request beside it. */
export function ComposePayment({
  minimums,
  locales,
  templates,
  limits,
  waiting,
  onTemplates,
  onAnswered,
  onProposed,
  onWaitingAnswered,
  ...start
}: ComposePaymentProps) {
  const { personId, businessId, accepted, intent } = start;
  const query = useSearchParams();
  const state = usePaymentForm(start);
  const { form, values, typedPrice, lastTry, details, setDetails, follows } = state;
  // A change keeps the preview that the server rendered until its code has loaded.
  const previewed = useDeferredValue(values);
  const { template, isNextId, apply, reserveId } = useTemplate({ businessId, form, templates });
  // The same holds for the choice of a template, whose callback changes with the values.
  const templateProps = useDeferredValue({ values, onSelect: apply });
  const isWrong =
    hasExcessDecimals(values, start.defaultTerms.currencyDecimals) ||
    Object.values(form.errors).some((error) => error !== undefined);
  const amount = isWrong ? null : parseAmount(values.amount.trim());
  const exceededLimit = findExceededLimit(
    {
      amount,
      currency: values.priceIn === 'fiat' ? values.displayCurrency : values.depositCurrency,
    },
    limits,
  );
  const { submit, second, setSecond } = useSendPayment({
    personId,
    businessId,
    state,
    reserveId,
    exceededLimit,
    details: toSentDetails(details, {
      former: follows,
      isCorrection: intent !== null,
    }),
    onAnswered,
    onProposed,
  });

  const secondLink = mayCreateSecondLink(lastTry, values.clientPaymentId) ? (
    <Suspense>
      <DuplicateField {...second} onChange={(isAccepted) => setSecond({ isAccepted, isMissing: false })} />
    </Suspense>
  ) : null;
  const intentId = intent?.intentId ?? null;
  const here = toFormAddress(businessId, intentId, query);
  const isUnsent = lastTry?.kind === 'intent' && lastTry.intent.state === 'UNSENT';
  return (
    <div
      onFocusCapture={() => void prepare()}
      className="grid items-start gap-6 px-4 pb-8 lg:grid-cols-[minmax(0,37rem)_minmax(18rem,28rem)]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        {waiting.length > 0 && (
          <Suspense fallback={<Skeleton className="h-32 w-full" />}>
            <WaitingPayments businessId={businessId} waiting={waiting} onAnswered={onWaitingAnswered} />
          </Suspense>
        )}
        {follows !== null && (
          <Suspense fallback={<Skeleton className="h-14 w-full" />}>
            <FormerPaymentNotice businessId={businessId} former={follows} />
          </Suspense>
        )}
        <Suspense>
          <ServerDraft
            key={state.draftId ?? 'new'}
            owner={{ personId, businessId, intentId: state.draftId }}
            opening={state.opening}
            openingDetails={state.openingDetails}
            values={form.values}
            details={details}
            onFill={(fields, filled) => {
              form.reset(restoreForm(fields, state.opening));
              setDetails(filled);
            }}
          />
        </Suspense>
        <NeedsAttention businessId={businessId} besides={intentId} />
        <Suspense fallback={<Skeleton className="h-14 w-full" />}>
          <TemplateField {...templateProps} view={templates} selected={template} onChanged={onTemplates} />
        </Suspense>
        <PaymentForm
          form={form}
          values={values}
          amountReadings={typedPrice.kind === 'ambiguous' ? typedPrice.readings : null}
          accepted={accepted}
          minimums={minimums}
          isWrong={isWrong}
          locales={locales}
          submitLabel={
            exceededLimit === null
              ? tNewPayment(isUnsent ? 'sendAgain' : 'submit')
              : tCreationLimitForm('form.submit')
          }
          lastTry={lastTry}
          clientIdHelp={isNextId ? tPaymentTemplates('nextId') : tNewPayment('clientPaymentId.help')}
          here={here}
          beforeSubmit={
            <>
              <DetailsSection details={details} onChange={setDetails} />
              {secondLink}
            </>
          }
          submitNote={
            (amount !== null || exceededLimit !== null) && (
              <Suspense>
                <SubmitNote values={values} exceededLimit={exceededLimit} />
              </Suspense>
            )
          }
          onSubmit={submit}
        />
      </div>
      <aside
        aria-label={tNewPayment('summary')}
        className="min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto"
      >
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <RequestSummary values={previewed} accepted={accepted} minimums={minimums} isWrong={isWrong} />
        </Suspense>
      </aside>
    </div>
  );
}
