import * as z from 'zod';
import { tAnnotations } from '#lib/messages/annotations.ts';
import { longestLabel, longestNote, mostAtOnce, recordKinds } from './model.ts';

const businessId = z.string();
const kind = z.enum(recordKinds);
const recordId = z.string();
const text = z
  .string()
  .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
  .pipe(
    z
      .string()
      .min(1, tAnnotations('problem.emptyNote'))
      .max(longestNote, tAnnotations('problem.tooLong', { maximum: longestNote })),
  );
const name = z
  .string()
  .transform((typed) => typed.trim().replace(/\s+/gu, ' '))
  .pipe(
    z
      .string()
      .min(1, tAnnotations('problem.emptyName'))
      .max(longestLabel, tAnnotations('problem.tooLong', { maximum: longestLabel }))
      .refine(
        (typed) => !/[\p{Cc}\p{Bidi_Control}]/u.test(typed) && typed.isWellFormed(),
        tAnnotations('problem.invisible'),
      ),
  );

export const writeNoteForm = z.object({ businessId, kind, recordId, text });
/** `version` is the one that the author edited. */
export const editNoteForm = z.object({ businessId, noteId: z.string(), version: z.int().min(1), text });
/** Names an existing or a new label. */
export const addLabelForm = z.object({ businessId, kind, recordId, name });
/** Adds or removes one label on several records of one kind. */
export const labelRecordsForm = z.object({
  businessId,
  kind,
  recordIds: z
    .array(z.string())
    .min(1)
    .max(mostAtOnce, tAnnotations('problem.tooManyAtOnce', { maximum: mostAtOnce })),
  name,
  how: z.enum(['add', 'remove']),
});
export const removeLabelForm = z.object({ businessId, kind, recordId, labelId: z.string() });
/** Leaves a field unchanged when it is null. */
export const changeLabelForm = z.object({
  businessId,
  labelId: z.string(),
  name: name.nullable(),
  retired: z.boolean().nullable(),
});
