import * as z from 'zod';
import { parseAmount, parseTotal } from '#lib/values/amount.ts';
import type { Json } from '#lib/values/json.ts';
import { JsonNumber } from '#lib/values/json.ts';
import type { DepositAggregate } from './deposit-aggregate.ts';
import type { Conflict, SourceStamp } from './registers.ts';
import { sources, toStamps } from './registers.ts';

const wholeNumber = z.union([
  z.number(),
  z.instanceof(JsonNumber).transform((value) => Number.parseInt(value.text, 10)),
]);
const stamp = { source: z.enum(sources), at: wholeNumber, observation: z.string() };

/**
 * The column `provenance`: the observations from which the fields of a row come, newest first. Times are in
 * milliseconds since 1970. `observation` is the ID of a callback message or of a service answer.
 */
const provenanceColumn = z.array(z.object({ ...stamp, fields: z.array(z.string()) }));

/** The column `conflicts`: all values of each conflict. The value that counts comes first. */
const conflictsColumn = z.array(
  z.object({ field: z.string(), values: z.array(z.object({ ...stamp, value: z.string() })) }),
);

/** Reads the stamp of each field from the column `provenance`. */
export const readStamps = (column: Json | undefined): Record<string, SourceStamp> =>
  toStamps(provenanceColumn.parse(column ?? []));

/** Reads the column `conflicts`. */
export const readConflicts = (column: Json | undefined): readonly Conflict[] =>
  conflictsColumn.parse(column ?? []);

const digits = <T>(parse: (text: string) => T | null) =>
  z.string().transform((text, context) => {
    const parsed = parse(text);
    if (parsed === null) context.addIssue({ code: 'custom', message: 'not plain digits' });
    return parsed ?? z.NEVER;
  });
const text = z.string().nullable();
const from = z.enum(['own', 'reported']).nullable();
const amount = digits(parseAmount).nullable();
const total = digits(parseTotal);

/** The column `deposit_tally`. */
const tallyColumn = z.object({
  groups: z.array(
    z.object({
      status: text,
      refundStatus: text,
      depositCurrency: text,
      network: text,
      displayCurrency: text,
      displayFrom: from,
      depositFrom: from,
      count: wholeNumber,
      display: total,
      deposit: total,
    }),
  ),
  latest: wholeNumber.nullable(),
  untimed: wholeNumber,
  greatest: z.object({ display: amount, deposit: amount }),
});

/** Reads the column `deposit_tally`. Null for a payment with few deposits. */
export const readAggregate = (column: Json | undefined): DepositAggregate | null =>
  tallyColumn.nullable().parse(column ?? null);
