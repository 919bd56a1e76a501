// react-hook-form keeps one object and registers fields while rendering; memoised, a field would miss a reset.
'use no memo';

import type { UseFormReturn } from 'react-hook-form';
import { useFormState } from 'react-hook-form';
import { formatAmount } from '#components/money/format-amount.ts';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import {
  findBusinessRefusals,
  hasReportedNetworks,
  listDisabledCoins,
  listDisabledFiat,
  listDisabledNetworks,
  listOfferedCoins,
  listOfferedFiat,
  listOfferedNetworks,
} from '#lib/payments/create/model/accepted.ts';
import type { CreatePaymentForm, CreatePaymentInput } from '#lib/payments/create/schema/create.ts';

import { amount } from '#lib/values/amount.ts';
import { formatTypedAmount } from '#lib/values/typed-amount.ts';
import type { MinimumsSnapshot } from './minimum-check.tsx';

export type PaymentFormApi = UseFormReturn<CreatePaymentInput, unknown, CreatePaymentForm>;

/** Returns the enabled codes as choices, and the others as disabled choices below a heading that says why. */
const toChoices = (codes: readonly string[], disabledCodes: readonly string[]) => [
  ...codes.map((code) => ({ value: code, label: code })),
  ...(disabledCodes.length === 0
    ? []
    : [
        {
          label: tNewPayment('price.notEnabled'),
          choices: disabledCodes.map((code) => ({ value: code, label: code, disabled: true })),
        },
      ]),
];

/** Selects the price: in fiat, where the payer chooses the coin, or in one coin on one network. */
export function PriceFields({
  form,
  values,
  amountReadings,
  accepted,
  minimums,
}: {
  form: PaymentFormApi;
  values: CreatePaymentInput;
  amountReadings: readonly [string, string] | null;
  accepted: AcceptedTerms;
  minimums: MinimumsSnapshot;
}) {
  const { register, setValue } = form;
  const { errors } = useFormState({ control: form.control });
  const { locale } = useLocaleSettings();
  const isCrypto = values.priceIn === 'crypto';
  /** Returns why the business would refuse the chosen value, such as one of an older draft. */
  const findRefusal = (field: 'displayCurrency' | 'depositCurrency' | 'network') =>
    values[field] === ''
      ? undefined
      : findBusinessRefusals(values, accepted).find((refusal) => refusal.field === field)?.message;
  const networks = listOfferedNetworks(accepted, values.depositCurrency);
  const disabledCoins = listDisabledCoins(accepted);
  const disabledFiat = listDisabledFiat(accepted);
  const disabledNetworks = listDisabledNetworks(accepted, values.depositCurrency, minimums.minimums ?? []);
  return (
    <>
      <RadioGroup
        {...register('priceIn')}
        label={tNewPayment('price.label')}
        appearance="segments"
        choices={[
          { value: 'fiat', label: tNewPayment('price.fiat') },
          { value: 'crypto', label: tNewPayment('price.crypto') },
        ]}
        help={tNewPayment(isCrypto ? 'price.cryptoHelp' : 'price.fiatHelp')}
        error={errors.priceIn?.message}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-2">
          <AmountField
            {...register('amount')}
            label={tNewPayment('price.amount')}
            unit={isCrypto ? values.depositCurrency : values.displayCurrency}
            error={errors.amount?.message}
          />
          {amountReadings !== null && (
            <div className="flex flex-wrap gap-2">
              {amountReadings.map((digits) => (
                <Button
                  key={digits}
                  size="sm"
                  onPress={() =>
                    setValue('amount', formatTypedAmount(digits, locale), {
                      shouldDirty: true,
                      shouldValidate: true,
                    })
                  }
                >
                  {formatAmount(amount(digits), '', locale, 'exact').text}
                </Button>
              ))}
            </div>
          )}
        </div>
        {isCrypto ? (
          <Select
            {...register('depositCurrency', {
              onChange: (event: { target: { value: string } }) => {
                const offered = listOfferedNetworks(accepted, event.target.value);
                if (!offered.some((network) => network === values.network))
                  setValue('network', offered.length === 1 ? (offered[0] ?? '') : '');
              },
            })}
            key="depositCurrency"
            label={tNewPayment('price.currency')}
            choices={toChoices(listOfferedCoins(accepted), disabledCoins)}
            placeholder={tNewPayment('price.chooseCoin')}
            help={disabledCoins.length > 0 ? tNewPayment('price.disabledHelp') : undefined}
            error={errors.depositCurrency?.message ?? findRefusal('depositCurrency')}
          />
        ) : (
          <Select
            {...register('displayCurrency')}
            key="displayCurrency"
            label={tNewPayment('price.currency')}
            choices={toChoices(listOfferedFiat(accepted), disabledFiat)}
            placeholder={tNewPayment('price.chooseCurrency')}
            help={disabledFiat.length > 0 ? tNewPayment('price.disabledHelp') : undefined}
            error={errors.displayCurrency?.message ?? findRefusal('displayCurrency')}
          />
        )}
      </div>
      {isCrypto && (
        <Select
          {...register('network')}
          // The choices change with the coin. An uncontrolled list would lose a value that is not listed yet.
          value={values.network}
          label={tNewPayment('price.network')}
          className="sm:w-1/2 sm:pe-2"
          choices={toChoices(networks, disabledNetworks)}
          placeholder={tNewPayment('price.chooseNetwork')}
          help={
            hasReportedNetworks(accepted)
              ? tNewPayment('price.networkHelp')
              : tNewPayment('price.networkUnknownHelp')
          }
          error={errors.network?.message ?? findRefusal('network')}
        />
      )}
    </>
  );
}
