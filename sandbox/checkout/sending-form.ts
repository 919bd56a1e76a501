import { parseAmount } from '#lib/values/amount.ts';
import { Refusal } from '../lifecycle/payment-state.ts';
import type { PayerTransfer } from '../lifecycle/receive-deposit.ts';
import { readField } from '../page/forms.ts';

/**
 * Reads the wallet's form.
 *
 * @throws Refusal where the amount is invalid
 */
export function readSending(form: URLSearchParams): PayerTransfer {
  const amount = parseAmount(readField(form, 'amount') ?? '');
  if (amount === null) throw new Refusal('The amount must be plain digits, such as 12.5.');
  const depositCurrency = readField(form, 'depositCurrency');
  const network = readField(form, 'network');
  const sender = readField(form, 'sender');
  return {
    amount,
    ...(depositCurrency !== undefined && { depositCurrency }),
    ...(network !== undefined && { network }),
    ...(sender !== undefined && { sender }),
  };
}
