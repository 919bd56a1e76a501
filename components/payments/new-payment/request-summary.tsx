import { AmountText } from '#components/money/amount-text.tsx';
import { FieldValue } from '#components/money/field-value.tsx';
import { findCurrency } from '#components/money/find-currency.ts';
import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { CreationLimit } from '#lib/creation-limits/model.ts';
import { formatValidity } from '#lib/customer-messages/model-validity.ts';
import { tCreationLimitForm, tPaymentRequestPreview } from '#lib/messages/new-payment.ts';
import { nameLocale } from '#lib/payments/create/model/locale.ts';
import { buildPaymentRequest, fieldText, writeRequest } from '#lib/payments/create/model/request.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import { MinimumCheck } from './minimum-check.tsx';

/** The form as it is sent, with what its price is compared with. */
type PricedForm = {
  readonly values: CreatePaymentInput;
  readonly accepted: AcceptedTerms;
  readonly minimums: MinimumsSnapshot;
};

/** Compares the entered price with the minimums. Shows nothing without a price. */
export function PriceCheck({ values, accepted, minimums }: PricedForm) {
  const amount = parseAmount(values.amount.trim());
  const isCrypto = values.priceIn === 'crypto';
  const currency = isCrypto ? values.depositCurrency : values.displayCurrency;
  if (amount === null || currency === '') return null;
  return (
    <MinimumCheck
      amount={amount}
      currency={currency}
      coin={isCrypto ? values.depositCurrency : null}
      network={isCrypto ? values.network : null}
      accepted={accepted}
      snapshot={minimums}
    />
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
          ? tPaymentRequestPreview('words.noPrice')
          : priceIn === 'fiat'
            ? tPaymentRequestPreview.rich('words.fiat', { price })
            : tPaymentRequestPreview.rich('words.crypto', { price, network })}
      </li>
      <li>
        {tPaymentRequestPreview(`words.${type ?? 'ONE_TIME'}`)}{' '}
        {tPaymentRequestPreview(`words.${type === 'REUSABLE' ? 'FLOATING' : (rateType ?? 'FIXED')}`)}
      </li>
      {type !== 'REUSABLE' && (
        <li>
          {duration === null
            ? tPaymentRequestPreview('words.noMinutes')
            : tPaymentRequestPreview('words.valid', { duration })}
        </li>
      )}
      {reference !== '' && (
        <li>
          {tPaymentRequestPreview.rich('words.reference', {
            id: () => <span className="break-all font-mono text-xs">{reference}</span>,
          })}
        </li>
      )}
      <li>{tPaymentRequestPreview('words.locale', { language: nameLocale(values.locale) })}</li>
      <li>
        {redirectUrl === ''
          ? tPaymentRequestPreview('words.noRedirect')
          : tPaymentRequestPreview.rich(`words.${redirectMode}`, {
              url: () => <span className="break-all font-mono text-xs">{redirectUrl}</span>,
            })}
      </li>
    </ul>
  );
}

/** Previews the request beside the form: its price, the minimums, its terms in words, and each field as sent. */
export function RequestSummary({
  values,
  accepted,
  minimums,
  isWrong = false,
}: PricedForm & {
  /** A field is wrong, so nothing is previewed that could not be sent. */
  isWrong?: boolean;
}) {
  if (isWrong)
    return (
      <Section title={tPaymentRequestPreview('title')}>
        <p className="text-attention text-sm">{tPaymentRequestPreview('corrections')}</p>
      </Section>
    );
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
    <Section title={tPaymentRequestPreview('title')}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <AmountText
            amount={amount}
            currency={currency}
            size="large"
            exact
            unknown={tPaymentRequestPreview('noAmount')}
          />
          <span className="text-muted text-sm">{tPaymentRequestPreview(`types.${values.type}`)}</span>
        </div>
        <PriceCheck values={values} accepted={accepted} minimums={minimums} />
        <RequestWords values={values} />
        <Disclosure title={tPaymentRequestPreview('exact')}>
          <DescriptionList>
            {fields.map(({ field, value }) => {
              const text = fieldText(value);
              return (
                <Fact key={field} label={field}>
                  {text === '' ? (
                    <UnknownValue reason={tPaymentRequestPreview('notEntered')} />
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

/**
 * Shows beside the button why the payment needs a second person, or the price on narrow pages, where the summary is
 * below the form.
 */
export function SubmitNote({
  values,
  amount,
  exceededLimit,
}: {
  values: CreatePaymentInput;
  amount: Amount | null;
  exceededLimit: CreationLimit | null;
}) {
  if (exceededLimit !== null)
    return (
      <p role="status" className="min-w-0 flex-1 basis-52 text-muted text-xs">
        {isZero(exceededLimit.amount)
          ? tCreationLimitForm('form.noOwnLimit', { currency: exceededLimit.currency })
          : tCreationLimitForm.rich('form.notice', {
              amount: () => (
                <AmountText amount={exceededLimit.amount} currency={exceededLimit.currency} exact />
              ),
            })}
      </p>
    );
  if (amount === null) return null;
  return (
    <span className="ms-auto min-w-0 font-medium text-sm lg:hidden">
      <AmountText
        amount={amount}
        currency={values.priceIn === 'crypto' ? values.depositCurrency : values.displayCurrency}
        exact
      />
    </span>
  );
}
