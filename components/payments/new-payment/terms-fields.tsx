import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import type { PaymentFields } from './use-payment-fields.ts';

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
export function TermsFields({ form, values }: { form: PaymentFields; values: CreatePaymentInput }) {
  const { field } = form;
  const isReusable = values.type === 'REUSABLE';
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...field('type')}
          label={tNewPayment('terms.type')}
          choices={types}
          help={tNewPayment(isReusable ? 'terms.reusableHelp' : 'terms.oneTimeHelp')}
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
            {...field('rateType')}
            key="rate"
            label={tNewPayment('terms.rate')}
            choices={rates}
            help={tNewPayment(`terms.rateHelps.${values.rateType}`)}
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
            {...field('expires')}
            key="expires"
            label={tNewPayment('terms.expires')}
            choices={expiries}
            help={tNewPayment('terms.expiresHelp')}
          />
          {values.expires === 'custom' && (
            <TextField
              {...field('expiresMinutes')}
              label={tNewPayment('terms.minutes')}
              inputMode="numeric"
              autoComplete="off"
              help={tNewPayment('terms.minutesHelp')}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Sets the page that opens after checkout. Reaching it does not prove a payment. */
export function RedirectFields({ form, values }: { form: PaymentFields; values: CreatePaymentInput }) {
  const { field } = form;
  return (
    <>
      <TextField
        {...field('redirectUrl')}
        label={tNewPayment('redirect.url')}
        type="text"
        inputMode="url"
        autoComplete="off"
        placeholder={tNewPayment('redirect.urlPlaceholder')}
        optional
        help={tNewPayment('redirect.urlHelp')}
      />
      <RadioGroup
        {...field('redirectMode')}
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
      />
    </>
  );
}
