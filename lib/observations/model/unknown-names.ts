import type * as z from 'zod';
import { depositRecord } from '#lib/service/contract/deposit.ts';
import { depositCallback } from '#lib/service/contract/deposit-callback.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import { paymentRecord } from '#lib/service/contract/payment.ts';
import { refundRecord } from '#lib/service/contract/refund.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import { listInterfaceNames } from './callback-report.ts';
import type { ParsedCallback } from './parsed-callback.ts';
import type { RecordStatement } from './record-statement.ts';
import type { Values } from './registers.ts';

/** A name that the service told and the interface does not have. `field`: `payment.status`. */
export type UnknownNameSeen = { readonly field: string; readonly value: string };

type Enumerations = readonly (readonly [field: string, known: readonly string[]])[];

const enumerationsOf = (shape: z.ZodRawShape): Enumerations =>
  Object.entries(shape).flatMap(([field, schema]) => {
    const known = listInterfaceNames(schema);
    return known === null ? [] : [[field, known] as const];
  });

const ofPayment = enumerationsOf(paymentRecord.shape);
const ofDeposit = enumerationsOf(depositRecord.shape);
const ofRefund = enumerationsOf(refundRecord.shape).map(
  ([field, known]) => [`refund${field.charAt(0).toUpperCase()}${field.slice(1)}`, known] as const,
);

const ofDepositCallback = enumerationsOf(depositCallback.shape);
const ofWithdrawal = enumerationsOf(withdrawalCallback.in.shape);

const unknownIn = (record: string, enumerations: Enumerations, values: Values): UnknownNameSeen[] =>
  enumerations.flatMap(([field, known]) => {
    const value = values[field];
    return typeof value !== 'string' || known.includes(value) ? [] : [{ field: `${record}.${field}`, value }];
  });

/** §2.2 names languages; a locale may have a region behind its own, after `-` or `_`. */
function unknownLanguage({ locale }: Values): UnknownNameSeen[] {
  const [language = ''] = typeof locale === 'string' ? locale.toLowerCase().split(/[-_]/) : [];
  return language === '' || languages.some((known) => known === language)
    ? []
    : [{ field: 'payment.locale', value: language }];
}

const once = (all: readonly UnknownNameSeen[]): readonly UnknownNameSeen[] => [
  ...new Map(all.map((one) => [`${one.field} ${one.value}`, one])).values(),
];

/** Enumerations are open: such a name is kept and shown as it came, and told of on the Connection page. */
export function unknownNamesIn(said: RecordStatement): readonly UnknownNameSeen[] {
  return once([
    ...unknownIn('payment', ofPayment, said.values),
    ...unknownLanguage(said.values),
    ...said.deposits.flatMap(({ values }) => [
      ...unknownIn('deposit', ofDeposit, values),
      ...unknownIn('deposit', ofRefund, values),
    ]),
  ]);
}

/** The same of a callback that a person let out of quarantine: no other is taken with such a name. */
export function listUnknownNames(read: ParsedCallback): readonly UnknownNameSeen[] {
  switch (read.kind) {
    case 'deposit':
      return once([
        ...unknownIn('payment', ofPayment, read.stated.payment),
        ...unknownIn('deposit', ofDepositCallback, read.stated.deposit.values),
      ]);
    case 'withdrawal':
      return once(unknownIn('withdrawal', ofWithdrawal, read.stated.withdrawal.values));
    case 'doubtful':
    case 'raw':
      return [];
  }
}
