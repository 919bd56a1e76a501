import * as z from 'zod';
import type { ListCount } from '#lib/lists/model/query.ts';
import { tExceptionToleranceForm } from '#lib/messages/business.ts';
import { tExceptionWork } from '#lib/messages/exceptions.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import type { Amount } from '#lib/values/amount.ts';
import { amount, parseAmount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import { exceptionKinds, exceptionStates, maximumNoteLength } from './model.ts';

const note = z
  .string()
  .trim()
  .max(maximumNoteLength, { error: tExceptionWork('errors.noteTooLong', { maximum: maximumNoteLength }) });

/** The reasons that were shown to the person who decides. */
const shownStates = z.array(z.string().max(40)).max(exceptionStates.length).readonly();

/** Why it is resolved. An exception without a resolution has none. */
const reason = z.enum(resolutionReasons).nullish();

const missingReason = { path: ['reason'], error: tExceptionWork('errors.reason') };

/** One person's work on an exception: its whole new state, and the version that the person saw. */
export const workExceptionForm = z
  .object({
    businessId: z.string(),
    kind: z.enum(exceptionKinds),
    subjectId: z.string(),
    /** 0: no one has worked on it yet. */
    version: z.number().int().min(0),
    ownerId: z.string().nullable(),
    note,
    resolved: z.boolean(),
    reason,
    states: shownStates,
  })
  .refine((form) => !form.resolved || form.reason != null, missingReason);
export type WorkExceptionForm = z.output<typeof workExceptionForm>;

/** One action on all exceptions that the list's address finds. */
export const workSelectedForm = z.object({
  businessId: z.string(),
  address: z.string().max(20_000),
  /** Set if all matches were selected: the address that finds them and later ones. */
  filtered: z.string().max(20_000).nullable(),
  act: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('assign'), ownerId: z.string().nullable() }),
    /** The note is appended to the existing one; it may be empty. */
    z
      .object({
        kind: z.literal('resolve'),
        note,
        reason,
        /** The reasons shown for each exception, by its id. Null: all matches are meant, shown or not. */
        shown: z.record(z.string().max(36), shownStates).readonly().nullable(),
      })
      .refine((act) => act.reason != null, missingReason),
    z.object({ kind: z.literal('reopen') }),
  ]),
});
export type WorkSelectedForm = z.output<typeof workSelectedForm>;

/**
 * Counts of a bulk action. `unseen` were not resolved, because they have reasons that the person has not seen;
 * `addedSince` matched only after the selection.
 */
export type SelectedWorkResult = {
  readonly done: number;
  readonly unchanged: number;
  readonly unseen: number;
  readonly addedSince: ListCount;
};

const hundred = amount('100');

/** An empty limit is none. */
const toleranceLimit = (isAllowed: (parsed: Amount) => boolean, message: string) =>
  z
    .string()
    .trim()
    .max(40, message)
    .transform((text, context) => {
      if (text === '') return null;
      const parsed = parseAmount(text);
      if (parsed !== null && isAllowed(parsed)) return parsed;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** The differences that a business tolerates. A difference is tolerated if it exceeds none of the limits that are set. */
export const setToleranceForm = z.object({
  businessId: z.string(),
  maximumEur: toleranceLimit((parsed) => /[1-9]/.test(parsed), tExceptionToleranceForm('errors.amount')),
  maximumPercent: toleranceLimit(
    (parsed) => /[1-9]/.test(parsed) && compareAmounts(parsed, hundred) <= 0,
    tExceptionToleranceForm('errors.percent'),
  ),
});

/** Null: this limit is not set. Without both, every difference is an exception. */
export type ExceptionTolerance = {
  readonly maximumEur: Amount | null;
  readonly maximumPercent: Amount | null;
};
