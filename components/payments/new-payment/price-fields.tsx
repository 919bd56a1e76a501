// react-hook-form keeps one object and registers fields while rendering; memoised, a field would miss a reset.
'use no memo';

import type { UseFormReturn } from 'react-hook-form';
import { useFormState } from 'react-hook-form';
import { AmountField } from '#components/ui/amount-field.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import {
  hasReportedNetworks,
  offeredCoins,
  offeredFiat,
  offeredNetworks,
} from '#lib/payments/create/model/accepted.ts';
import type { CreatePaymentForm, CreatePaymentInput } from '#lib/payments/create/schema/create.ts';

export type PaymentFormApi = UseFormReturn<CreatePaymentInput, unknown, CreatePaymentForm>;

const plain = (codes: readonly string[]) => codes.map((code) => ({ value: code, label: code }));

/** What is asked for: fiat, and the payer chooses coin and network; or one coin on one network. */
export function PriceFields({
  form,
  values,
  accepted,
}: {
  form: PaymentFormApi;
  values: CreatePaymentInput;
  accepted: AcceptedTerms;
}) {
  const { register, setValue } = form;
  const { errors } = useFormState({ control: form.control });
  const crypto = values.priceIn === 'crypto';
  const networks = offeredNetworks(accepted, values.depositCurrency);
  return (
    <>
      <RadioGroup
        {...register('priceIn')}
        label="Price in"
        look="segments"
        choices={[
          { value: 'fiat', label: 'Fiat' },
          { value: 'crypto', label: 'Crypto' },
        ]}
        help={crypto ? 'One coin on one network.' : 'The payer chooses coin and network at the checkout.'}
        error={errors.priceIn?.message}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          {...register('amount')}
          label="Amount"
          unit={crypto ? values.depositCurrency : values.displayCurrency}
          error={errors.amount?.message}
        />
        {crypto ? (
          <Select
            {...register('depositCurrency', {
              onChange: (event: { target: { value: string } }) => {
                const offered = offeredNetworks(accepted, event.target.value);
                if (!offered.some((network) => network === values.network))
                  setValue('network', offered.length === 1 ? (offered[0] ?? '') : '');
              },
            })}
            key="depositCurrency"
            label="Currency"
            choices={plain(offeredCoins(accepted))}
            placeholder="Choose a coin"
            error={errors.depositCurrency?.message}
          />
        ) : (
          <Select
            {...register('displayCurrency')}
            key="displayCurrency"
            label="Currency"
            choices={plain(offeredFiat(accepted))}
            placeholder="Choose a currency"
            error={errors.displayCurrency?.message}
          />
        )}
      </div>
      {crypto && (
        <Select
          {...register('network')}
          // The choices change with the coin: an uncontrolled list would lose a value it does not have yet.
          value={values.network}
          label="Network"
          className="sm:w-1/2 sm:pr-2"
          choices={plain(networks)}
          placeholder="Choose a network"
          help={
            hasReportedNetworks(accepted)
              ? 'Networks that the business enables for this coin.'
              : 'The business record does not tell which networks are enabled: all are offered.'
          }
          error={errors.network?.message}
        />
      )}
    </>
  );
}
