'use client';

import { RefreshCw } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { TemplateField } from '#components/payments/templates/template-field.tsx';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import type { PaymentApprovalResult, WaitingPayment } from '#lib/creation-limits/schema.ts';
import { tCreationLimitForm, tNewPayment } from '#lib/messages/new-payment.ts';
import { tPaymentTemplates } from '#lib/messages/payment-templates.ts';
import type { TemplatesView } from '#lib/payment-templates/schema.ts';
import type { LocaleChoices } from '#lib/payments/create/model/locale.ts';
import { FormerPaymentNotice } from './former-payment-notice.tsx';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import { NeedsAttention } from './open-requests.tsx';
import { createSuggestedId, toFormAddress } from './payment-values.ts';
import { PriceFields } from './price-fields.tsx';
import { PriceCheck, RequestSummary, SubmitNote } from './request-summary.tsx';
import { DetailsFields, LocaleField, RedirectFields, TermsFields } from './terms-fields.tsx';
import type { PaymentFormStart } from './use-payment-form.ts';
import { usePaymentForm } from './use-payment-form.ts';

// A request that did not succeed shows them.
const LastAttemptBanner = lazy(() =>
  import('./last-attempt.tsx').then((file) => ({ default: file.LastAttemptBanner })),
);
const DuplicateConfirmation = lazy(() =>
  import('./last-attempt.tsx').then((file) => ({ default: file.DuplicateConfirmation })),
);
// Few people wait for an approval.
const WaitingPayments = lazy(() =>
  import('#components/creation-limits/waiting-payments.tsx').then((file) => ({
    default: file.WaitingPayments,
  })),
);

export type PaymentFormProps = PaymentFormStart & {
  readonly minimums: MinimumsSnapshot;
  /** The listed languages of the checkout. */
  readonly locales: LocaleChoices;
  readonly waiting: readonly WaitingPayment[];
  readonly onTemplates: (templates: TemplatesView) => void;
  readonly onWaitingAnswered: (answered: PaymentApprovalResult) => void;
};

/** The form of a new payment, with what is left to finish above it and a summary of the request beside it. */
export function PaymentForm(props: PaymentFormProps) {
  const { businessId, accepted, intent, minimums, templates, waiting, onTemplates, onWaitingAnswered } =
    props;
  const form = usePaymentForm(props);
  const { values, isWrong, template, follows } = form;
  const priced = { values, accepted, minimums };
  return (
    <div
      onFocusCapture={form.prepare}
      className="grid items-start gap-6 px-4 pb-8 lg:grid-cols-[minmax(0,37rem)_minmax(18rem,28rem)]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        {waiting.length > 0 && (
          <Suspense>
            <WaitingPayments businessId={businessId} waiting={waiting} onAnswered={onWaitingAnswered} />
          </Suspense>
        )}
        {follows !== null && <FormerPaymentNotice businessId={businessId} former={follows} />}
        <DraftNotice draft={form.draft} />
        <NeedsAttention businessId={businessId} besides={intent?.intentId ?? null} />
        <TemplateField
          values={values}
          view={templates}
          selected={template}
          onSelect={form.applyTemplate}
          onChanged={onTemplates}
        />
        <Fields {...props} form={form} />
      </div>
      <aside
        aria-label={tNewPayment('summary')}
        className="min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto"
      >
        <RequestSummary {...priced} isWrong={isWrong} />
      </aside>
    </div>
  );
}

/** Shows every field of a create request (§2.2), below the result of the last attempt. */
function Fields({
  form,
  businessId,
  accepted,
  minimums,
  locales,
  intent,
}: PaymentFormProps & { form: ReturnType<typeof usePaymentForm> }) {
  const { field, complete, values, lastTry, result, second, exceededLimit, isPending } = form;
  const isHydrated = useHydrated();
  const query = useSearchParams();
  const notice = useRef<HTMLDivElement>(null);
  // The form is long, so the result has to be scrolled into view.
  useEffect(() => {
    if (result !== null) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <form
      ref={form.formRef}
      noValidate
      // The bar with the button must not cover the field that gets the focus, and its label stays visible.
      className="flex flex-col gap-4 [&_input]:scroll-mt-12 [&_input]:scroll-mb-28 [&_select]:scroll-mt-12 [&_select]:scroll-mb-28 [&_textarea]:scroll-mb-28"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {lastTry && (
        <div ref={notice} className="scroll-mt-4">
          <Suspense>
            <LastAttemptBanner
              lastTry={lastTry}
              here={toFormAddress(businessId, intent?.intentId ?? null, query)}
            />
          </Suspense>
        </div>
      )}
      {/* Entries made before hydration would be lost, so the fields are disabled until then. */}
      <fieldset
        role="presentation"
        disabled={!isHydrated}
        className={cx('contents', !isHydrated && '[&_:disabled]:bg-transparent! [&_:disabled]:text-ink!')}
      >
        <Section title={tNewPayment('sections.payment')}>
          <div className="flex flex-col gap-4 py-1">
            <div className="relative">
              <TextField
                {...field('clientPaymentId')}
                label={tNewPayment('clientPaymentId.label')}
                autoComplete="off"
                spellCheck={false}
                help={form.isNextId ? tPaymentTemplates('nextId') : tNewPayment('clientPaymentId.help')}
              />
              <div className="absolute -top-0.75 -end-2">
                <Button
                  size="sm"
                  variant="quiet"
                  icon={<RefreshCw aria-hidden />}
                  onPress={() => complete({ clientPaymentId: createSuggestedId(new Date()) })}
                >
                  {tNewPayment('clientPaymentId.suggest')}
                </Button>
              </div>
            </div>
            <PriceFields form={form} accepted={accepted} minimums={minimums} />
            {/* A wide page shows this in the summary beside the form. */}
            <div className="lg:hidden">
              {!form.isWrong && <PriceCheck values={values} accepted={accepted} minimums={minimums} />}
            </div>
          </div>
        </Section>
        <Section title={tNewPayment('sections.terms')}>
          <div className="flex flex-col gap-4 py-1">
            <TermsFields form={form} />
          </div>
        </Section>
        <Section title={tNewPayment('sections.checkout')}>
          <div className="flex flex-col gap-4 py-1">
            <LocaleField form={form} locales={locales} />
            <RedirectFields form={form} />
          </div>
        </Section>
        <DetailsFields form={form} />
      </fieldset>
      <Suspense>
        {second !== null && <DuplicateConfirmation {...second} onChange={form.acceptSecond} />}
      </Suspense>
      <div className="sticky bottom-bar z-20 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-t bg-surface px-4 py-2.5 md:bottom-0">
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isHydrated}>
          {exceededLimit === null
            ? tNewPayment(intent?.state === 'UNSENT' ? 'sendAgain' : 'submit')
            : tCreationLimitForm('form.submit')}
        </Button>
        {isPending ? (
          <p role="status" className="text-muted text-sm">
            {tNewPayment('waiting')}
          </p>
        ) : (
          <SubmitNote values={values} amount={form.amount} exceededLimit={exceededLimit} />
        )}
      </div>
    </form>
  );
}
