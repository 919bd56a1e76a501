import {
  cryptoCurrencies,
  depositStatuses,
  fiatCurrencies,
  networks,
  overpaymentPolicies,
  paymentStatuses,
  paymentTypes,
  rateTypes,
  redirectModes,
  refundReasons,
  refundStatuses,
  refundTypes,
  settlementCurrencies,
} from '#lib/service/contract/enumerations.ts';
import { paymentRecord } from '#lib/service/contract/payment.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { requireChain } from '../model/coins.ts';

/**
 * Lists what is wrong with a served payment. The contract's schemas are lenient, because a client must accept what
 * it gets. A server must be stricter: closed enumerations, amounts as strings, the required fields of §2.3 to §2.6,
 * and no null.
 */
export function findPaymentFlaws(served: unknown): string[] {
  const text = JSON.stringify(served);
  const flaws: string[] = [];
  if (text.includes(':null')) flaws.push('has a null');
  const result = paymentRecord.safeParse(parseJson(text).value);
  if (!result.success)
    return [...flaws, ...result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)];
  const record = result.data;
  const requireValue = (name: string, values: readonly string[], value: string | null | undefined) => {
    if (value !== undefined && value !== null && !values.includes(value)) flaws.push(`${name} is ${value}`);
  };
  requireValue('status', paymentStatuses, record.status);
  requireValue('type', paymentTypes, record.type);
  requireValue('rateType', rateTypes, record.rateType);
  requireValue('redirectMode', redirectModes, record.redirectMode);
  requireValue('overpaymentPolicy', overpaymentPolicies, record.overpaymentPolicy);
  requireValue('displayCurrency', fiatCurrencies, record.displayCurrency);
  requireValue('depositCurrency', cryptoCurrencies, record.depositCurrency);
  requireValue('expectedNetwork', networks, record.expectedNetwork);
  if (record.type === 'REUSABLE' && record.rateType !== 'FLOATING') flaws.push('a REUSABLE payment is FIXED');
  if (record.depositCurrency && record.expectedNetwork)
    requireChain(record.depositCurrency, record.expectedNetwork);
  for (const deposit of record.deposits) {
    requireValue('deposit.status', depositStatuses, deposit.status);
    requireValue('deposit.displayCurrency', fiatCurrencies, deposit.displayCurrency);
    requireValue('deposit.settlementCurrency', settlementCurrencies, deposit.settlementCurrency);
    requireChain(deposit.depositCurrency, deposit.network);
    if (deposit.uniformCurrency !== 'EUR') flaws.push('uniformCurrency is not EUR');
    if (deposit.status === 'CONFIRMED' && !deposit.settlementPayableAmount)
      flaws.push('a credit without an amount');
    if (deposit.status !== 'CONFIRMED' && deposit.displayPayableAmount) flaws.push('a credit that is none');
    requireValue('refund.type', refundTypes, deposit.refund?.type);
    requireValue('refund.status', refundStatuses, deposit.refund?.status);
    requireValue('refund.reason', refundReasons, deposit.refund?.reason);
    if (
      deposit.refund &&
      (deposit.refund.status === 'CONFIRMED') !== (deposit.refund.transactionId !== undefined)
    )
      flaws.push('a refund whose transaction and status disagree');
  }
  return flaws;
}
