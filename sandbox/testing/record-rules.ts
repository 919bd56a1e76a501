import type * as z from 'zod';
import { depositRecord } from '#lib/service/contract/deposit.ts';
import { listDocumentedValues } from '#lib/service/contract/fields.ts';
import { paymentRecord } from '#lib/service/contract/payment.ts';
import { refundRecord } from '#lib/service/contract/refund.ts';
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
  flaws.push(...findUnknownNames('', paymentRecord.shape, record));
  if (record.type === 'REUSABLE' && record.rateType !== 'FLOATING') flaws.push('a REUSABLE payment is FIXED');
  if (record.depositCurrency && record.expectedNetwork)
    requireChain(record.depositCurrency, record.expectedNetwork);
  for (const deposit of record.deposits) {
    flaws.push(...findUnknownNames('deposit.', depositRecord.shape, deposit));
    flaws.push(...findUnknownNames('refund.', refundRecord.shape, deposit.refund ?? {}));
    requireChain(deposit.depositCurrency, deposit.network);
    if (deposit.uniformCurrency !== 'EUR') flaws.push('uniformCurrency is not EUR');
    if (deposit.status === 'CONFIRMED' && !deposit.settlementPayableAmount)
      flaws.push('a credit without an amount');
    if (deposit.status !== 'CONFIRMED' && deposit.displayPayableAmount) flaws.push('a credit that is none');
    if (
      deposit.refund &&
      (deposit.refund.status === 'CONFIRMED') !== (deposit.refund.transactionId !== undefined)
    )
      flaws.push('a refund whose transaction and status disagree');
  }
  return flaws;
}

/** Lists the values of enumerations that the interface doesn’t define. */
function findUnknownNames(prefix: string, shape: z.ZodRawShape, record: object): string[] {
  const values = new Map<string, unknown>(Object.entries(record));
  return Object.entries(shape).flatMap(([name, schema]) => {
    const value = values.get(name);
    const isUnknown = typeof value === 'string' && listDocumentedValues(schema)?.includes(value) === false;
    return isUnknown ? [`${prefix}${name} is ${value}`] : [];
  });
}
