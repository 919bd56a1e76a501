import 'server-only';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import { serviceSettings } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { refusalsByBusiness } from './model/accepted.ts';
import type { CreatePaymentForm, Lengths } from './schema/create.ts';

/** Fields of the request, as the form calls them. */
const formField: Readonly<Record<string, string>> = {
  displayAmount: 'amount',
  depositAmount: 'amount',
  expirationMinutes: 'expiresMinutes',
};

const words = 'Some fields need another look. Nothing was sent.';

/**
 * The last look before anything is kept: the body against the contract, lengths against what we assume, currency and network against what the
 * business's record enables, where it tells. Throws Problem 'invalid'. A minimum is no reason to refuse: it may have changed.
 */
export function preFlight(
  form: CreatePaymentForm,
  body: string,
  accepted: AcceptedTerms,
  lengths: Lengths = serviceSettings(),
): void {
  const read = createPaymentRequest.safeParse(parseJson(body).value);
  const errors: Record<string, string[]> = {};
  const add = (field: string, message: string) => {
    errors[field] = [...(errors[field] ?? []), message];
  };
  for (const issue of read.error?.issues ?? []) {
    const field = String(issue.path[0] ?? 'form');
    add(formField[field] ?? field, `This field ${issue.message}`);
  }
  const bound = (field: 'clientPaymentId' | 'redirectUrl', most: number) => {
    if (form[field].length > most) add(field, `Use at most ${most.toLocaleString('en')} characters`);
  };
  bound('clientPaymentId', lengths.longestClientId);
  bound('redirectUrl', lengths.longestRedirectUrl);
  for (const { field, message } of refusalsByBusiness(form, accepted)) add(field, message);
  if (Object.keys(errors).length > 0) throw new Problem('invalid', words, { fieldErrors: errors });
}
