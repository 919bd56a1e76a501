'use client';
// react-hook-form keeps one object and registers fields while rendering; memoised, a field would miss a reset.
'use no memo';

import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { useHydrated } from '#components/ui/use-is-awake.ts';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import type { LastTry } from './last-try.tsx';
import { LastTryBanner } from './last-try.tsx';
import { LocaleField } from './locale-field.tsx';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import type { PaymentFormApi } from './price-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import { PriceCheck } from './request-summary.tsx';
import { freshId } from './suggest-id.ts';
import { RedirectFields, TermsFields } from './terms-fields.tsx';

/** §2.2, every field; above them what became of the last try. */
export function PaymentForm({
  form,
  values,
  accepted,
  minimums,
  submitLabel,
  lastTry,
  here,
  beforeSubmit,
  onSubmit,
}: {
  form: PaymentFormApi;
  values: CreatePaymentInput;
  accepted: AcceptedTerms;
  minimums: MinimumsSnapshot;
  submitLabel: string;
  lastTry: LastTry | null;
  /** The address of this form, to come back to. */
  here: string;
  /** What has to be said before it may be sent. */
  beforeSubmit: ReactNode;
  onSubmit: () => Promise<void>;
}) {
  const { register, control, setValue } = form;
  // Not form.formState: `form` stays the same object, so the compiler would keep the first picture of it.
  const formState = useFormState({ control });
  const isAwake = useHydrated();
  const notice = useRef<HTMLDivElement>(null);
  // The button is far below: what became of the try must not stay out of sight.
  useEffect(() => {
    if (lastTry !== null) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [lastTry]);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {lastTry && (
        <div ref={notice} className="scroll-mt-4">
          <LastTryBanner lastTry={lastTry} here={here} />
        </div>
      )}
      {/* What is typed before the page is awake would be lost: until then nothing can be typed. */}
      <fieldset
        disabled={!isAwake}
        className={cx('contents', !isAwake && '[&_:disabled]:bg-transparent! [&_:disabled]:text-ink!')}
      >
        <Section title="Payment">
          <div className="flex flex-col gap-4 py-1">
            <div className="relative">
              <TextField
                {...register('clientPaymentId')}
                label="Client payment ID"
                autoComplete="off"
                spellCheck={false}
                help="Your reference. Each payment request here needs one of its own."
                error={formState.errors.clientPaymentId?.message}
              />
              <div className="absolute -top-1.5 right-0">
                <Button
                  size="sm"
                  variant="quiet"
                  icon={<RefreshCw aria-hidden />}
                  onPress={() =>
                    setValue('clientPaymentId', freshId(new Date()), {
                      shouldDirty: true,
                      shouldValidate: true,
                    })
                  }
                >
                  Suggest another
                </Button>
              </div>
            </div>
            <PriceFields form={form} values={values} accepted={accepted} />
            {/* Where it is wide enough, the summary beside the form has it. */}
            <div className="lg:hidden">
              <PriceCheck values={values} accepted={accepted} minimums={minimums} />
            </div>
          </div>
        </Section>
        <Section title="Terms">
          <div className="flex flex-col gap-4 py-1">
            <TermsFields form={form} values={values} />
          </div>
        </Section>
        <Section title="Checkout">
          <div className="flex flex-col gap-4 py-1">
            <LocaleField form={form} locale={values.locale} />
            <RedirectFields form={form} values={values} />
          </div>
        </Section>
      </fieldset>
      {beforeSubmit}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" isPending={formState.isSubmitting} isDisabled={!isAwake}>
          {submitLabel}
        </Button>
        {formState.isSubmitting && (
          <p role="status" className="text-muted text-sm">
            Waiting for the payment service, at most 15 seconds.
          </p>
        )}
      </div>
    </form>
  );
}
