import { AmountText } from '#components/money/amount-text.tsx';
import { findCurrency } from '#components/money/currency-of.ts';
import { FieldValue } from '#components/money/field-value.tsx';
import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { fieldText, paymentRequest } from '#lib/payments/create/model/request.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import { MinimumCheck } from './minimum-check.tsx';

const said = { ONE_TIME: 'One payment', REUSABLE: 'Reusable link' } as const;

type Checked = {
  readonly values: CreatePaymentInput;
  readonly accepted: AcceptedTerms;
  readonly minimums: MinimumsSnapshot;
};

/** The price as typed so far against the known minimums; nothing while there is no price. */
export function PriceCheck({ values, accepted, minimums }: Checked) {
  const amount = parseAmount(values.amount.trim());
  const crypto = values.priceIn === 'crypto';
  const currency = crypto ? values.depositCurrency : values.displayCurrency;
  if (amount === null || currency === '') return null;
  return (
    <MinimumCheck
      amount={amount}
      currency={currency}
      coin={crypto ? values.depositCurrency : null}
      network={crypto ? values.network : null}
      accepted={accepted}
      known={minimums}
    />
  );
}

/** At the right of the form, while it is filled in: the price, what can pay it, and each field as it will be sent. */
export function RequestSummary({ values, accepted, minimums }: Checked) {
  const amount = parseAmount(values.amount.trim());
  const crypto = values.priceIn === 'crypto';
  const currency = crypto ? values.depositCurrency : values.displayCurrency;
  const fields = paymentRequest({
    ...values,
    clientPaymentId: values.clientPaymentId.trim(),
    amount: values.amount.trim(),
    expiresMinutes: values.expiresMinutes.trim(),
    redirectUrl: values.redirectUrl.trim(),
  });
  const sent = Object.fromEntries(fields.map(({ field, value }) => [field, value]));
  return (
    <Section title="What will be sent">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <AmountText amount={amount} currency={currency} size="large" unknown="No amount entered yet" />
          <span className="text-muted text-sm">{said[values.type]}</span>
        </div>
        <PriceCheck values={values} accepted={accepted} minimums={minimums} />
        <DescriptionList>
          {fields.map(({ field, value }) => {
            const text = fieldText(value);
            return (
              <Fact key={field} label={field}>
                {text === '' ? (
                  <Unknown reason="Not entered yet" />
                ) : (
                  <span className="break-all font-mono text-xs">
                    <FieldValue field={field} text={text} currency={findCurrency(field, sent)} />
                  </span>
                )}
              </Fact>
            );
          })}
        </DescriptionList>
      </div>
    </Section>
  );
}
