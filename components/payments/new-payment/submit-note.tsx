import { AmountText } from '#components/money/amount-text.tsx';
import type { CreationLimit } from '#lib/creation-limits/model.ts';
import { tCreationLimitForm } from '#lib/messages/creation-limit-form.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';

/**
 * Shows beside the button why the payment needs a second person, or the price on narrow pages, where the summary is
 * below the form.
 */
export function SubmitNote({
  values,
  exceededLimit,
}: {
  values: CreatePaymentInput;
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
  const amount = parseAmount(values.amount.trim());
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
