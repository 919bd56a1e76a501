import { lazy, Suspense } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { FieldValue } from '#components/money/field-value.tsx';
import { findCurrency } from '#components/money/find-currency.ts';
import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { formatValidity } from '#lib/customer-messages/model-validity.ts';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { nameLocale } from '#lib/payments/create/model/locale.ts';
import { buildPaymentRequest, fieldText, writeRequest } from '#lib/payments/create/model/request.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { MinimumsSnapshot } from './minimum-check.tsx';

// Most forms open without a price.
const MinimumCheck = lazy(() =>
  import('./minimum-check.tsx').then((file) => ({ default: file.MinimumCheck })),
);

type FormState = {
  readonly values: CreatePaymentInput;
  readonly accepted: AcceptedTerms;
  readonly minimums: MinimumsSnapshot;
};

/** Compares the entered price with the minimums. Shows nothing without a price. */
export function PriceCheck({ values, accepted, minimums }: FormState) {
  const amount = parseAmount(values.amount.trim());
  const isCrypto = values.priceIn === 'crypto';
  const currency = isCrypto ? values.depositCurrency : values.displayCurrency;
  if (amount === null || currency === '') return null;
  return (
    <Suspense>
      <MinimumCheck
        amount={amount}
        currency={currency}
        coin={isCrypto ? values.depositCurrency : null}
        network={isCrypto ? values.network : null}
        accepted={accepted}
        snapshot={minimums}
      />
    </Suspense>
  );
}

/** Says in words what the request does, as the form stands. */
function RequestWords({ values }: { values: CreatePaymentInput }) {
  const { priceIn, type, rateType, network, redirectMode } = values;
  const amount = parseAmount(values.amount.trim());
  const currency = priceIn === 'crypto' ? values.depositCurrency : values.displayCurrency;
  const minutes = values.expires === 'custom' ? values.expiresMinutes.trim() : values.expires;
  const duration = formatValidity(minutes, 'en');
  const reference = values.clientPaymentId.trim();
  const redirectUrl = values.redirectUrl.trim();
  const price = () => <AmountText amount={amount} currency={currency} exact />;
  return (
    <ul className="flex list-disc flex-col gap-1 ps-4 text-sm">
      <li>
        {amount === null
          ? tNewPayment('request.words.noPrice')
          : priceIn === 'fiat'
            ? tNewPayment.rich('request.words.fiat', { price })
            : tNewPayment.rich('request.words.crypto', { price, network })}
      </li>
      <li>
        {tNewPayment(`request.words.${type ?? 'ONE_TIME'}`)}{' '}
        {tNewPayment(`request.words.${type === 'REUSABLE' ? 'FLOATING' : (rateType ?? 'FIXED')}`)}
      </li>
      {type !== 'REUSABLE' && (
        <li>
          {duration === null
            ? tNewPayment('request.words.noMinutes')
            : tNewPayment('request.words.valid', { duration })}
        </li>
      )}
      {reference !== '' && (
        <li>
          {tNewPayment.rich('request.words.reference', {
            id: () => <span className="break-all font-mono text-xs">{reference}</span>,
          })}
        </li>
      )}
      <li>{tNewPayment('request.words.locale', { language: nameLocale(values.locale) })}</li>
      <li>
        {redirectUrl === ''
          ? tNewPayment('request.words.noRedirect')
          : tNewPayment.rich(`request.words.${redirectMode}`, {
              url: () => <span className="break-all font-mono text-xs">{redirectUrl}</span>,
            })}
      </li>
    </ul>
  );
}

/** Previews the request beside the form: its price, the minimums, its terms in words, and each field as sent. */
export function RequestSummary({ values, accepted, minimums }: FormState) {
  const amount = parseAmount(values.amount.trim());
  const isCrypto = values.priceIn === 'crypto';
  const currency = isCrypto ? values.depositCurrency : values.displayCurrency;
  const fields = buildPaymentRequest({
    ...values,
    clientPaymentId: values.clientPaymentId.trim(),
    amount: values.amount.trim(),
    expiresMinutes: values.expiresMinutes.trim(),
    redirectUrl: values.redirectUrl.trim(),
  });
  const sent = Object.fromEntries(fields.map(({ field, value }) => [field, value]));
  return (
    <Section title={tNewPayment('request.title')}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <AmountText
            amount={amount}
            currency={currency}
            size="large"
            exact
            unknown={tNewPayment('request.noAmount')}
          />
          <span className="text-muted text-sm">{tNewPayment(`request.types.${values.type}`)}</span>
        </div>
        <PriceCheck values={values} accepted={accepted} minimums={minimums} />
        <RequestWords values={values} />
        <Disclosure title={tNewPayment('request.exact')}>
          <DescriptionList>
            {fields.map(({ field, value }) => {
              const text = fieldText(value);
              return (
                <Fact key={field} label={field}>
                  {text === '' ? (
                    <Unknown reason={tNewPayment('request.notEntered')} />
                  ) : (
                    <span className="break-all font-mono text-xs">
                      <FieldValue field={field} text={text} currency={findCurrency(field, sent)} exact />
                    </span>
                  )}
                </Fact>
              );
            })}
          </DescriptionList>
          <pre className="mt-2 whitespace-pre-wrap break-all font-mono text-xs">{writeRequest(fields)}</pre>
        </Disclosure>
      </div>
    </Section>
  );
}
