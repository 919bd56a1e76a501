import type * as z from 'zod';
import { depositRecord } from '#lib/service/contract/deposit.ts';
import { depositCallback } from '#lib/service/contract/deposit-callback.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import { listDocumentedValues } from '#lib/service/contract/fields.ts';
import { paymentRecord } from '#lib/service/contract/payment.ts';
import { refundRecord } from '#lib/service/contract/refund.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import type { ParsedCallback } from './parsed-callback.ts';
import type { FieldValues } from './registers.ts';
import type { ReportedPayment } from './reported-payment.ts';

/** An enumeration value that the interface doesn’t define. `field` is such as `payment.status`. */
export type UnknownName = { readonly field: string; readonly value: string };

type Enumerations = readonly (readonly [field: string, known: readonly string[]])[];

const listEnumerations = (shape: z.ZodRawShape): Enumerations =>
  Object.entries(shape).flatMap(([field, schema]) => {
    const interfaceNames = listDocumentedValues(schema);
    return interfaceNames === null ? [] : [[field, interfaceNames] as const];
  });

const paymentEnumerations = listEnumerations(paymentRecord.shape);
const depositEnumerations = listEnumerations(depositRecord.shape);
const refundEnumerations = listEnumerations(refundRecord.shape).map(
  ([field, interfaceNames]) =>
    [`refund${field.charAt(0).toUpperCase()}${field.slice(1)}`, interfaceNames] as const,
);

const depositCallbackEnumerations = listEnumerations(depositCallback.shape);
const withdrawalEnumerations = listEnumerations(withdrawalCallback.in.shape);

const findUnknownNames = (record: string, enumerations: Enumerations, values: FieldValues): UnknownName[] =>
  enumerations.flatMap(([field, interfaceNames]) => {
    const value = values[field];
    return typeof value !== 'string' || interfaceNames.includes(value)
      ? []
      : [{ field: `${record}.${field}`, value }];
  });

/** §2.2 defines languages. A locale can have a region after `-` or `_`. */
function findUnknownLanguage({ locale }: FieldValues): UnknownName[] {
  const [language = ''] = typeof locale === 'string' ? locale.toLowerCase().split(/[-_]/) : [];
  return language === '' || languages.some((interfaceNames) => interfaceNames === language)
    ? []
    : [{ field: 'payment.locale', value: language }];
}

const removeDuplicates = (all: readonly UnknownName[]): readonly UnknownName[] => [
  ...new Map(all.map((one) => [`${one.field} ${one.value}`, one])).values(),
];

/** Lists the unknown values of a record. They are stored as received and shown on the Connection page. */
export function listRecordUnknownNames(statement: ReportedPayment): readonly UnknownName[] {
  return removeDuplicates([
    ...findUnknownNames('payment', paymentEnumerations, statement.values),
    ...findUnknownLanguage(statement.values),
    ...statement.deposits.flatMap(({ values }) => [
      ...findUnknownNames('deposit', depositEnumerations, values),
      ...findUnknownNames('deposit', refundEnumerations, values),
    ]),
  ]);
}

/** Lists the unknown values of a callback. Only callbacks released from quarantine have any. */
export function listCallbackUnknownNames(parsed: ParsedCallback): readonly UnknownName[] {
  switch (parsed.kind) {
    case 'deposit':
      return removeDuplicates([
        ...findUnknownNames('payment', paymentEnumerations, parsed.stated.payment),
        ...findUnknownNames('deposit', depositCallbackEnumerations, parsed.stated.deposit.values),
      ]);
    case 'withdrawal':
      return removeDuplicates(
        findUnknownNames('withdrawal', withdrawalEnumerations, parsed.stated.withdrawal.values),
      );
    case 'doubtful':
    case 'raw':
      return [];
  }
}
