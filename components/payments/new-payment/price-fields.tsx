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
import { amount } from '#lib/values/amount.ts';
import { formatTypedAmount } from '#lib/values/typed-amount.ts';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import type { PaymentForm } from './use-payment-form.ts';

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
  form: { field, change, complete, values, amountReadings },
  accepted,
  minimums,
}: {
  form: Pick<PaymentForm, 'field' | 'change' | 'complete' | 'values' | 'amountReadings'>;
  accepted: AcceptedTerms;
  minimums: MinimumsSnapshot;
}) {
  const isCrypto = values.priceIn === 'crypto';
  /** Returns why the business would refuse the chosen value, such as one of an older draft. */
  const findRefusal = (name: 'displayCurrency' | 'depositCurrency' | 'network') =>
    values[name] === ''
      ? undefined
      : findBusinessRefusals(values, accepted).find((refusal) => refusal.field === name)?.message;
  const networks = listOfferedNetworks(accepted, values.depositCurrency);
  const disabledCoins = listDisabledCoins(accepted);
  const disabledFiat = listDisabledFiat(accepted);
  const disabledNetworks = listDisabledNetworks(accepted, values.depositCurrency, minimums.minimums ?? []);
  return (
    <>
      <RadioGroup
        {...field('priceIn')}
        label={tNewPayment('price.label')}
        appearance="segments"
        choices={[
          { value: 'fiat', label: tNewPayment('price.fiat') },
          { value: 'crypto', label: tNewPayment('price.crypto') },
        ]}
        help={tNewPayment(isCrypto ? 'price.cryptoHelp' : 'price.fiatHelp')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-2">
          <AmountField
            {...field('amount')}
            label={tNewPayment('price.amount')}
            unit={isCrypto ? values.depositCurrency : values.displayCurrency}
          />
          {amountReadings !== null && (
            <AmountInterpretations
              readings={amountReadings}
              onChoose={(typed) => complete({ amount: typed })}
            />
          )}
        </div>
        {isCrypto ? (
          <Select
            {...field('depositCurrency')}
            onChange={(event) => {
              const depositCurrency = event.target.value;
              const offered: readonly string[] = listOfferedNetworks(accepted, depositCurrency);
              const kept = offered.includes(values.network) ? values.network : null;
              change({
                depositCurrency,
                network: kept ?? (offered.length === 1 ? (offered[0] ?? '') : ''),
              });
            }}
            key="depositCurrency"
            label={tNewPayment('price.currency')}
            choices={toChoices(listOfferedCoins(accepted), disabledCoins)}
            placeholder={tNewPayment('price.chooseCoin')}
            help={disabledCoins.length > 0 ? tNewPayment('price.disabledHelp') : undefined}
            error={field('depositCurrency').error ?? findRefusal('depositCurrency')}
          />
        ) : (
          <Select
            {...field('displayCurrency')}
            key="displayCurrency"
            label={tNewPayment('price.currency')}
            choices={toChoices(listOfferedFiat(accepted), disabledFiat)}
            placeholder={tNewPayment('price.chooseCurrency')}
            help={disabledFiat.length > 0 ? tNewPayment('price.disabledHelp') : undefined}
            error={field('displayCurrency').error ?? findRefusal('displayCurrency')}
          />
        )}
      </div>
      {isCrypto && (
        <Select
          {...field('network')}
          label={tNewPayment('price.network')}
          className="sm:w-1/2 sm:pe-2"
          choices={toChoices(networks, disabledNetworks)}
          placeholder={tNewPayment('price.chooseNetwork')}
          help={
            hasReportedNetworks(accepted)
              ? tNewPayment('price.networkHelp')
              : tNewPayment('price.networkUnknownHelp')
          }
          error={field('network').error ?? findRefusal('network')}
        />
      )}
    </>
  );
}

/** Offers the two amounts that the typed text may mean. */
function AmountInterpretations({
  readings,
  onChoose,
}: {
  readings: readonly [string, string];
  onChoose: (typed: string) => void;
}) {
  const { locale } = useLocaleSettings();
  return (
    <div className="flex flex-wrap gap-2">
      {readings.map((digits) => (
        <Button key={digits} size="sm" onPress={() => onChoose(formatTypedAmount(digits, locale))}>
          {formatAmount(amount(digits), '', locale, 'exact').text}
        </Button>
      ))}
    </div>
  );
}
