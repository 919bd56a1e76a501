'use client';

import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import type { LocaleChoices } from '#lib/payments/create/model/locale.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import type { LastAttempt } from './last-attempt.tsx';
import { LastAttemptBanner } from './last-attempt.tsx';
import { LocaleField } from './locale-field.tsx';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import { PriceCheck } from './price-check.tsx';
import { PriceFields } from './price-fields.tsx';
import { createSuggestedId } from './suggest-id.ts';
import { RedirectFields, TermsFields } from './terms-fields.tsx';
import type { PaymentFields } from './use-payment-fields.ts';

/** Shows every field of a create request (§2.2), below the result of the last attempt. */
export function PaymentForm({
  form,
  values,
  amountReadings,
  accepted,
  minimums,
  isWrong,
  locales,
  submitLabel,
  lastTry,
  clientIdHelp,
  here,
  beforeSubmit,
  submitNote,
  onSubmit,
}: {
  form: PaymentFields;
  values: CreatePaymentInput;
  /** Two amounts that the typed text may mean, or null. */
  amountReadings: readonly [string, string] | null;
  accepted: AcceptedTerms;
  minimums: MinimumsSnapshot;
  /** A field is wrong, so its price is not compared with the minimums. */
  isWrong: boolean;
  /** The listed languages of the checkout. */
  locales: LocaleChoices;
  submitLabel: string;
  lastTry: LastAttempt | null;
  clientIdHelp: string;
  /** The URL of this form, for the way back from sign-in. */
  here: string;
  /** A confirmation that the request needs before it is sent. */
  beforeSubmit: ReactNode;
  /** Shown beside the button, which is always in view. */
  submitNote: ReactNode;
  onSubmit: () => Promise<void>;
}) {
  const { field, complete, isSending } = form;
  const isHydrated = useHydrated();
  const notice = useRef<HTMLDivElement>(null);
  // The form is long, so the result has to be scrolled into view.
  useEffect(() => {
    if (lastTry !== null) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [lastTry]);
  return (
    <form
      ref={form.formRef}
      noValidate
      data-keeps-input
      // The bar with the button must not cover the field that gets the focus, and its label stays visible.
      className="flex flex-col gap-4 [&_input]:scroll-mt-12 [&_input]:scroll-mb-28 [&_select]:scroll-mt-12 [&_select]:scroll-mb-28 [&_textarea]:scroll-mb-28"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {lastTry && (
        <div ref={notice} className="scroll-mt-4">
          <LastAttemptBanner lastTry={lastTry} here={here} />
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
                help={clientIdHelp}
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
            <PriceFields
              form={form}
              values={values}
              amountReadings={amountReadings}
              accepted={accepted}
              minimums={minimums}
            />
            {/* A wide page shows this in the summary beside the form. */}
            <div className="lg:hidden">
              {!isWrong && <PriceCheck values={values} accepted={accepted} minimums={minimums} />}
            </div>
          </div>
        </Section>
        <Section title={tNewPayment('sections.terms')}>
          <div className="flex flex-col gap-4 py-1">
            <TermsFields form={form} values={values} />
          </div>
        </Section>
        <Section title={tNewPayment('sections.checkout')}>
          <div className="flex flex-col gap-4 py-1">
            <LocaleField form={form} locale={values.locale} locales={locales} />
            <RedirectFields form={form} values={values} />
          </div>
        </Section>
      </fieldset>
      {beforeSubmit}
      <div className="sticky bottom-bar z-20 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-t bg-surface px-4 py-2.5 md:bottom-0">
        <Button type="submit" variant="primary" isPending={isSending} isDisabled={!isHydrated}>
          {submitLabel}
        </Button>
        {isSending && (
          <p role="status" className="text-muted text-sm">
            {tNewPayment('waiting')}
          </p>
        )}
        {!isSending && submitNote}
      </div>
    </form>
  );
}
