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
  const oneOf = (name: string, values: readonly string[], value: string | null | undefined) => {
    if (value !== undefined && value !== null && !values.includes(value)) flaws.push(`${name} is ${value}`);
  };
  oneOf('status', paymentStatuses, record.status);
  oneOf('type', paymentTypes, record.type);
  oneOf('rateType', rateTypes, record.rateType);
  oneOf('redirectMode', redirectModes, record.redirectMode);
  oneOf('overpaymentPolicy', overpaymentPolicies, record.overpaymentPolicy);
  oneOf('displayCurrency', fiatCurrencies, record.displayCurrency);
  oneOf('depositCurrency', cryptoCurrencies, record.depositCurrency);
  oneOf('expectedNetwork', networks, record.expectedNetwork);
  if (record.type === 'REUSABLE' && record.rateType !== 'FLOATING') flaws.push('a REUSABLE payment is FIXED');
  if (record.depositCurrency && record.expectedNetwork)
    requireChain(record.depositCurrency, record.expectedNetwork);
  for (const deposit of record.deposits) {
    oneOf('deposit.status', depositStatuses, deposit.status);
    oneOf('deposit.displayCurrency', fiatCurrencies, deposit.displayCurrency);
    oneOf('deposit.settlementCurrency', settlementCurrencies, deposit.settlementCurrency);
    requireChain(deposit.depositCurrency, deposit.network);
    if (deposit.uniformCurrency !== 'EUR') flaws.push('uniformCurrency is not EUR');
    if (deposit.status === 'CONFIRMED' && !deposit.settlementPayableAmount)
      flaws.push('a credit without an amount');
    if (deposit.status !== 'CONFIRMED' && deposit.displayPayableAmount) flaws.push('a credit that is none');
    oneOf('refund.type', refundTypes, deposit.refund?.type);
    oneOf('refund.status', refundStatuses, deposit.refund?.status);
    oneOf('refund.reason', refundReasons, deposit.refund?.reason);
    if (
      deposit.refund &&
      (deposit.refund.status === 'CONFIRMED') !== (deposit.refund.transactionId !== undefined)
    )
      flaws.push('a refund whose transaction and status disagree');
  }
  return flaws;
}
