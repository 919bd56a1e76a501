import type * as z from 'zod';
import { depositRecord } from '#lib/service/contract/deposit.ts';
import { paymentRecord } from '#lib/service/contract/payment.ts';
import { refundRecord } from '#lib/service/contract/refund.ts';
import { knownNames } from './model-callback.ts';
import type { RecordStatement } from './model-record.ts';
import type { Values } from './model-register.ts';

/** A name that the service told and the interface does not have. `field`: `payment.status`. */
export type UnknownNameSeen = { readonly field: string; readonly value: string };

type Enumerations = readonly (readonly [field: string, known: readonly string[]])[];

const enumerationsOf = (shape: z.ZodRawShape): Enumerations =>
  Object.entries(shape).flatMap(([field, schema]) => {
    const known = knownNames(schema);
    return known === null ? [] : [[field, known] as const];
  });

const ofPayment = enumerationsOf(paymentRecord.shape);
const ofDeposit = enumerationsOf(depositRecord.shape);
const ofRefund = enumerationsOf(refundRecord.shape).map(
  ([field, known]) => [`refund${field.charAt(0).toUpperCase()}${field.slice(1)}`, known] as const,
);

const unknownIn = (record: string, enumerations: Enumerations, values: Values): UnknownNameSeen[] =>
  enumerations.flatMap(([field, known]) => {
    const value = values[field];
    return typeof value !== 'string' || known.includes(value) ? [] : [{ field: `${record}.${field}`, value }];
  });

/** Enumerations are open: such a name is kept and shown as it came, and told of on the Connection page. */
export function unknownNamesIn(said: RecordStatement): readonly UnknownNameSeen[] {
  const all = [
    ...unknownIn('payment', ofPayment, said.values),
    ...said.deposits.flatMap(({ values }) => [
      ...unknownIn('deposit', ofDeposit, values),
      ...unknownIn('deposit', ofRefund, values),
    ]),
  ];
  return [...new Map(all.map((one) => [`${one.field} ${one.value}`, one])).values()];
}
