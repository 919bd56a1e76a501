import { tNewPayment } from '#lib/messages/new-payment.ts';
import type {
  CreatePaymentForm,
  CreatePaymentInput,
  PaymentInputLimits,
} from '#lib/payments/create/schema/create.ts';
import { createPaymentFormWithin } from '#lib/payments/create/schema/create.ts';
import { readTypedPrice, withSentAmount } from './payment-values.ts';

/** The checked form as it is sent, or its problems by field. */
export type FormCheck =
  | { readonly ok: true; readonly form: CreatePaymentForm }
  | { readonly ok: false; readonly errors: Readonly<Partial<Record<string, string>>> };

/** Checks the form as typed in a person's locale. The checked form has the amount in plain digits. */
export function checkForm(values: CreatePaymentInput, limits: PaymentInputLimits, locale: string): FormCheck {
  const typed = readTypedPrice(values, locale, limits.currencyDecimals);
  const result = createPaymentFormWithin(limits).safeParse(withSentAmount(values, typed));
  const errors: Record<string, string> = {};
  // Each field shows its first problem.
  for (const { path, message } of result.error?.issues ?? []) errors[path.join('.')] ??= message;
  // An ambiguous amount is checked as a missing one, so the result has an error at the amount.
  if (typed.kind === 'ambiguous') errors['amount'] = tNewPayment('price.ambiguous');
  return result.success && typed.kind !== 'ambiguous'
    ? { ok: true, form: result.data }
    : { ok: false, errors };
}
