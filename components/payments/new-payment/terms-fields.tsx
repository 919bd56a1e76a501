// react-hook-form keeps one object and registers fields while rendering; memoised, a field would miss a reset.
'use no memo';

import { useFormState } from 'react-hook-form';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import type { PaymentFormApi } from './price-fields.tsx';

const types = [
  { value: 'ONE_TIME', label: 'One-time (ONE_TIME)' },
  { value: 'REUSABLE', label: 'Reusable (REUSABLE)' },
];
const rates = [
  { value: 'FIXED', label: 'Fixed until it expires (FIXED)' },
  { value: 'FLOATING', label: 'Floating (FLOATING)' },
];
const expiries = [
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '1440', label: '24 hours' },
  { value: '0', label: '7 days' },
  { value: 'custom', label: 'Other' },
];

/** Type, rate and expiry. A reusable payment floats and never expires; its fields say so and stay in their place. */
export function TermsFields({ form, values }: { form: PaymentFormApi; values: CreatePaymentInput }) {
  const { register } = form;
  const { errors } = useFormState({ control: form.control });
  const reusable = values.type === 'REUSABLE';
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...register('type')}
          label="Type"
          choices={types}
          help={reusable ? 'One link for many deposits.' : 'One link for one payment.'}
          error={errors.type?.message}
        />
        {reusable ? (
          <Select
            key="floating"
            label="Rate"
            choices={rates}
            value="FLOATING"
            disabled
            onChange={() => undefined}
            help="Reusable payments always float."
          />
        ) : (
          <Select
            {...register('rateType')}
            key="rate"
            label="Rate"
            choices={rates}
            error={errors.rateType?.message}
          />
        )}
      </div>
      {reusable ? (
        <Select
          key="never"
          className="sm:w-1/2 sm:pr-2"
          label="Expires"
          choices={[{ value: '', label: 'Never' }]}
          value=""
          disabled
          onChange={() => undefined}
          help="Reusable payments never expire."
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            {...register('expires')}
            key="expires"
            label="Expires"
            choices={expiries}
            error={errors.expires?.message}
          />
          {values.expires === 'custom' && (
            <TextField
              {...register('expiresMinutes')}
              label="Minutes"
              inputMode="numeric"
              autoComplete="off"
              help="0 means 7 days."
              error={errors.expiresMinutes?.message}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Where the payer goes afterwards. Coming back there proves nothing about the payment. */
export function RedirectFields({ form, values }: { form: PaymentFormApi; values: CreatePaymentInput }) {
  const { register } = form;
  const { errors } = useFormState({ control: form.control });
  return (
    <>
      <TextField
        {...register('redirectUrl')}
        label="Redirect URL"
        type="text"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        optional
        help="Where the payer is sent afterwards. An arrival there does not prove a payment."
        error={errors.redirectUrl?.message}
      />
      <RadioGroup
        {...register('redirectMode')}
        label="Redirect opens in"
        choices={[
          {
            value: 'PARENT',
            label: 'The whole window',
            help: 'PARENT: leaves the page that embeds the checkout.',
          },
          {
            value: 'SELF',
            label: 'The checkout’s own frame',
            help: 'SELF: stays inside the page that embeds it.',
          },
        ]}
        {...(values.redirectUrl.trim() === '' ? { help: 'Sent only together with a redirect URL.' } : {})}
        error={errors.redirectMode?.message}
      />
    </>
  );
}
