// react-hook-form keeps one object and registers fields while rendering; memoised, a field would miss a reset.
'use no memo';

import { useFormState } from 'react-hook-form';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import type { PaymentFormApi } from './price-fields.tsx';

const types = (['ONE_TIME', 'REUSABLE'] as const).map((value) => ({
  value,
  label: tNewPayment(`terms.types.${value}`),
}));
const rates = (['FIXED', 'FLOATING'] as const).map((value) => ({
  value,
  label: tNewPayment(`terms.rates.${value}`),
}));
const expiries = (['30', '60', '1440', '0', 'custom'] as const).map((value) => ({
  value,
  label: tNewPayment(`terms.expiries.${value}`),
}));

/** Selects type, rate and expiry. A reusable payment has a floating rate and no expiry, so its fields are disabled. */
export function TermsFields({ form, values }: { form: PaymentFormApi; values: CreatePaymentInput }) {
  const { register } = form;
  const { errors } = useFormState({ control: form.control });
  const isReusable = values.type === 'REUSABLE';
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...register('type')}
          label={tNewPayment('terms.type')}
          choices={types}
          help={tNewPayment(isReusable ? 'terms.reusableHelp' : 'terms.oneTimeHelp')}
          error={errors.type?.message}
        />
        {isReusable ? (
          <Select
            key="floating"
            label={tNewPayment('terms.rate')}
            choices={rates}
            value="FLOATING"
            disabled
            onChange={() => undefined}
            help={tNewPayment('terms.rateHelp')}
          />
        ) : (
          <Select
            {...register('rateType')}
            key="rate"
            label={tNewPayment('terms.rate')}
            choices={rates}
            help={tNewPayment(`terms.rateHelps.${values.rateType}`)}
            error={errors.rateType?.message}
          />
        )}
      </div>
      {isReusable ? (
        <Select
          key="never"
          className="sm:w-1/2 sm:pe-2"
          label={tNewPayment('terms.expires')}
          choices={[{ value: '', label: tNewPayment('terms.never') }]}
          value=""
          disabled
          onChange={() => undefined}
          help={tNewPayment('terms.neverHelp')}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            {...register('expires')}
            key="expires"
            label={tNewPayment('terms.expires')}
            choices={expiries}
            help={tNewPayment('terms.expiresHelp')}
            error={errors.expires?.message}
          />
          {values.expires === 'custom' && (
            <TextField
              {...register('expiresMinutes')}
              label={tNewPayment('terms.minutes')}
              inputMode="numeric"
              autoComplete="off"
              help={tNewPayment('terms.minutesHelp')}
              error={errors.expiresMinutes?.message}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Sets the page that opens after checkout. Reaching it does not prove a payment. */
export function RedirectFields({ form, values }: { form: PaymentFormApi; values: CreatePaymentInput }) {
  const { register } = form;
  const { errors } = useFormState({ control: form.control });
  return (
    <>
      <TextField
        {...register('redirectUrl')}
        label={tNewPayment('redirect.url')}
        type="text"
        inputMode="url"
        autoComplete="off"
        placeholder={tNewPayment('redirect.urlPlaceholder')}
        optional
        help={tNewPayment('redirect.urlHelp')}
        error={errors.redirectUrl?.message}
      />
      <RadioGroup
        {...register('redirectMode')}
        label={tNewPayment('redirect.mode')}
        choices={[
          {
            value: 'PARENT',
            label: tNewPayment('redirect.parent'),
            help: tNewPayment('redirect.parentHelp'),
          },
          {
            value: 'SELF',
            label: tNewPayment('redirect.self'),
            help: tNewPayment('redirect.selfHelp'),
          },
        ]}
        {...(values.redirectUrl.trim() === '' ? { help: tNewPayment('redirect.modeHelp') } : {})}
        error={errors.redirectMode?.message}
      />
    </>
  );
}
