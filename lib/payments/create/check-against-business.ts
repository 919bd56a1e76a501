import 'server-only';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { tPaymentForm } from '#lib/messages/new-payment.ts';
import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import { serviceSettings } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import { isJsonObject } from '#lib/values/json.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { findBusinessRefusals } from './model/accepted.ts';
import type { CreatePaymentForm, PaymentInputLimits } from './schema/create.ts';
import { findDecimalsProblem } from './schema/create.ts';

/** Maps fields of the request to fields of the form. */
const formField: Readonly<Record<string, string>> = {
  displayAmount: 'amount',
  depositAmount: 'amount',
  expirationMinutes: 'expiresMinutes',
};

/**
 * Checks a request before it is saved: the body by the contract, lengths and decimals by our assumptions, and currency and network by
 * the business's record. Does not check minimums, which may have changed since the last read.
 *
 * @throws Problem 'invalid' with an error for each field.
 */
export function checkAgainstBusiness(
  form: CreatePaymentForm,
  body: string,
  accepted: AcceptedTerms,
  limits: PaymentInputLimits = serviceSettings(),
): void {
  const read = createPaymentRequest.safeParse(parseJson(body).value);
  const errors: Record<string, string[]> = {};
  const add = (field: string, message: string) => {
    errors[field] = [...(errors[field] ?? []), message];
  };
  for (const issue of read.error?.issues ?? []) {
    const field = String(issue.path[0] ?? 'form');
    add(formField[field] ?? field, tPaymentForm('form.contract', { problem: issue.message }));
  }
  const checkLength = (field: 'clientPaymentId' | 'redirectUrl', most: number) => {
    if (form[field].length > most) add(field, tPaymentForm('form.tooLong', { maximum: most }));
  };
  checkLength('clientPaymentId', limits.longestClientId);
  checkLength('redirectUrl', limits.longestRedirectUrl);
  const decimalsProblem = findDecimalsProblem(form, limits.currencyDecimals);
  if (decimalsProblem !== null) add('amount', decimalsProblem);
  for (const { field, message } of findBusinessRefusals(form, accepted)) add(field, message);
  if (Object.keys(errors).length > 0)
    throw new Problem('invalid', tPaymentForm('form.check'), { fieldErrors: errors });
}

/**
 * Checks a stored request against the terms of the business, which may have changed since it was stored.
 *
 * @throws Problem 'conflict'
 */
export function checkBodyAgainstBusiness(requestBody: string, accepted: AcceptedTerms): void {
  const { value } = parseJson(requestBody);
  const read = (field: string): string => {
    const inner = isJsonObject(value) ? value[field] : undefined;
    return typeof inner === 'string' ? inner : '';
  };
  const [displayCurrency, depositCurrency, network] = [
    read('displayCurrency'),
    read('depositCurrency'),
    read('network'),
  ];
  const priceIn = displayCurrency === '' ? 'crypto' : 'fiat';
  const refusals = findBusinessRefusals({ priceIn, displayCurrency, depositCurrency, network }, accepted);
  if (refusals.length > 0) throw new Problem('conflict', refusals.map(({ message }) => message).join(' '));
}
