import { parseAmount } from '#lib/values/amount.ts';
import { Refusal } from '../lifecycle/payment-state.ts';
import type { Sending } from '../lifecycle/receive-deposit.ts';
import { field } from '../page/forms.ts';

/**
 * Reads the wallet's form.
 *
 * @throws Refusal where the amount is invalid
 */
export function readSending(form: URLSearchParams): Sending {
  const amount = parseAmount(field(form, 'amount') ?? '');
  if (amount === null) throw new Refusal('The amount must be plain digits, such as 12.5.');
  const depositCurrency = field(form, 'depositCurrency');
  const network = field(form, 'network');
  const sender = field(form, 'sender');
  return {
    amount,
    ...(depositCurrency !== undefined && { depositCurrency }),
    ...(network !== undefined && { network }),
    ...(sender !== undefined && { sender }),
  };
}
