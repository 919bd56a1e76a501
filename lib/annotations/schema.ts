import * as z from 'zod';
import { longestLabel, longestNote, mostAtOnce, recordKinds } from './model.ts';

const businessId = z.string();
const kind = z.enum(recordKinds);
const recordId = z.string();
const text = z
  .string()
  .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
  .pipe(z.string().min(1, 'Write something.').max(longestNote, `Use at most ${longestNote} characters.`));
const name = z
  .string()
  .transform((typed) => typed.trim().replace(/\s+/gu, ' '))
  .pipe(
    z
      .string()
      .min(1, 'Give the label a name.')
      .max(longestLabel, `Use at most ${longestLabel} characters.`)
      .refine(
        (given) => !/[\p{Cc}\p{Bidi_Control}]/u.test(given) && given.isWellFormed(),
        'Remove invisible characters.',
      ),
  );

export const writeNoteForm = z.object({ businessId, kind, recordId, text });
/** With the version that the author saw. */
export const editNoteForm = z.object({ businessId, noteId: z.string(), version: z.int().min(1), text });
/** By its name: a label that the vocabulary does not have yet comes into it. */
export const addLabelForm = z.object({ businessId, kind, recordId, name });
/** One label, by its name, on several records of one kind or off them. */
export const labelRecordsForm = z.object({
  businessId,
  kind,
  recordIds: z.array(z.string()).min(1).max(mostAtOnce, `Change at most ${mostAtOnce} records at once.`),
  name,
  how: z.enum(['add', 'remove']),
});
export const removeLabelForm = z.object({ businessId, kind, recordId, labelId: z.string() });
/** What is null stays. */
export const changeLabelForm = z.object({
  businessId,
  labelId: z.string(),
  name: name.nullable(),
  retired: z.boolean().nullable(),
});
