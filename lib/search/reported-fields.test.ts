import { expect, test } from 'vitest';
import { depositList } from '#lib/deposits/schema.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { reportedFields } from './reported-fields.ts';

const specs: readonly ListSpec[] = [
  paymentList,
  depositList,
  refundList,
  withdrawalList,
  exceptionList,
  queueList,
];

/** The service's names are in upper case and languages as they are; our own names are in lower case. */
const isOfTheService = (value: string) =>
  /^[A-Z_]+$/.test(value) || languages.some((language) => language === value);

test.each(specs.map((spec) => [spec.name, spec] as const))(
  'every filter of %s by an enumeration of the service offers what came beside it',
  (name, { filters }) => {
    const expected = Object.entries(filters).flatMap(([filter, of]) => {
      if (of.kind === 'amount') return [filter];
      return of.kind === 'choice' && of.choices.some(({ value }) => isOfTheService(value)) ? [filter] : [];
    });
    expect(Object.keys(reportedFields[name] ?? {}).toSorted()).toEqual(expected.toSorted());
  },
);
