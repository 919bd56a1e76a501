import * as z from 'zod';
import type { ListCount } from '#lib/lists/model/query.ts';
import { exceptionKinds, exceptionStates, longestNote } from './model.ts';

/** What did not fit, as it was shown to whoever decides. */
const shownStates = z.array(z.string().max(40)).max(exceptionStates.length).readonly();

/** What a person does about an exception. The whole state is sent, with the version that it was seen in. */
export const workExceptionForm = z.object({
  businessId: z.string(),
  kind: z.enum(exceptionKinds),
  subjectId: z.string(),
  /** 0: nobody has worked on it yet. */
  version: z.number().int().min(0),
  ownerId: z.string().nullable(),
  note: z.string().trim().max(longestNote, `Use at most ${longestNote} characters`),
  resolved: z.boolean(),
  states: shownStates,
});
export type WorkExceptionForm = z.output<typeof workExceptionForm>;

/** What is done about all exceptions that the list's address finds: one thing at a time. */
export const workSelectedForm = z.object({
  businessId: z.string(),
  address: z.string().max(20_000),
  /** Where all that matched were picked: the address that finds these and what came later. */
  filtered: z.string().max(20_000).nullable(),
  act: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('assign'), ownerId: z.string().nullable() }),
    /** The note is added to what is noted already; it may be empty. */
    z.object({
      kind: z.literal('resolve'),
      note: z.string().trim().max(longestNote, `Use at most ${longestNote} characters`),
      /** Of each, by its id. Null: whatever the address finds is meant, shown or not. */
      shown: z.record(z.string().max(36), shownStates).readonly().nullable(),
    }),
    z.object({ kind: z.literal('reopen') }),
  ]),
});
export type WorkSelectedForm = z.output<typeof workSelectedForm>;

/**
 * What became of them: `left` stay as they are, and so do those that no longer fit in another way than was shown
 * (`unseen`); `later` came after they were picked.
 */
export type SelectedWorkResult = {
  readonly done: number;
  readonly left: number;
  readonly unseen: number;
  readonly later: ListCount;
};
