'use client';

import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { Accepted } from '#lib/businesses/schema.ts';
import type { CreatePaymentInput } from '#lib/payments/schema-create.ts';
import { LocaleField } from './locale-field.tsx';
import type { PaymentFormApi } from './price-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import { freshId } from './suggest-id.ts';
import { RedirectFields, TermsFields } from './terms-fields.tsx';

/** §2.2, every field. `notice` stands above the fields: what became of the last try. */
export function PaymentForm({
  form,
  values,
  accepted,
  submitLabel,
  notice,
  onSubmit,
}: {
  form: PaymentFormApi;
  values: CreatePaymentInput;
  accepted: Accepted;
  submitLabel: string;
  notice: ReactNode;
  onSubmit: () => Promise<void>;
}) {
  const { register, formState, setValue } = form;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {notice}
      <Section title="Payment">
        <div className="flex max-w-form flex-col gap-4 py-1">
          <div className="flex items-end gap-2">
            <TextField
              {...register('clientPaymentId')}
              label="Client payment ID"
              autoComplete="off"
              spellCheck={false}
              className="flex-1"
              help="Your reference. Each payment request here needs one of its own."
              error={formState.errors.clientPaymentId?.message}
            />
          </div>
          <div className="-mt-2">
            <Button
              size="sm"
              variant="quiet"
              icon={<RefreshCw aria-hidden />}
              onPress={() =>
                setValue('clientPaymentId', freshId(new Date()), { shouldDirty: true, shouldValidate: true })
              }
            >
              Suggest another
            </Button>
          </div>
          <PriceFields form={form} values={values} accepted={accepted} />
        </div>
      </Section>
      <Section title="Terms">
        <div className="flex max-w-form flex-col gap-4 py-1">
          <TermsFields form={form} values={values} />
        </div>
      </Section>
      <Section title="Checkout">
        <div className="flex max-w-form flex-col gap-4 py-1">
          <LocaleField form={form} locale={values.locale} />
          <RedirectFields form={form} values={values} />
        </div>
      </Section>
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" isPending={formState.isSubmitting}>
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
