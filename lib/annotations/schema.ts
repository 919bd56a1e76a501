import * as z from 'zod';
import { tAnnotationRefusals } from '#lib/messages/annotations.ts';
import { maximumLabelLength, maximumNoteLength, maximumRecordsAtOnce, recordKinds } from './model.ts';

const businessId = z.string();
const kind = z.enum(recordKinds);
const recordId = z.string();
const text = z
  .string()
  .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
  .pipe(
    z
      .string()
      .min(1, tAnnotationRefusals('emptyNote'))
      .max(maximumNoteLength, tAnnotationRefusals('tooLong', { maximum: maximumNoteLength })),
  );
/** The name of a label. */
export const labelName = z
  .string()
  .transform((typed) => typed.trim().replace(/\s+/gu, ' '))
  .pipe(
    z
      .string()
      .min(1, tAnnotationRefusals('emptyName'))
      .max(maximumLabelLength, tAnnotationRefusals('tooLong', { maximum: maximumLabelLength }))
      .refine(
        (typed) => !/[\p{Cc}\p{Bidi_Control}]/u.test(typed) && typed.isWellFormed(),
        tAnnotationRefusals('invisible'),
      ),
  );

export const writeNoteForm = z.object({ businessId, kind, recordId, text });
/** `version` is the one that the author edited. */
export const editNoteForm = z.object({ businessId, noteId: z.string(), version: z.int().min(1), text });
/** Names an existing or a new label. */
export const addLabelForm = z.object({ businessId, kind, recordId, name: labelName });
/** Adds or removes one label on several records of one kind. */
export const labelRecordsForm = z.object({
  businessId,
  kind,
  recordIds: z
    .array(z.string())
    .min(1)
    .max(maximumRecordsAtOnce, tAnnotationRefusals('tooManyAtOnce', { maximum: maximumRecordsAtOnce })),
  name: labelName,
  operation: z.enum(['add', 'remove']),
});
export const removeLabelForm = z.object({ businessId, kind, recordId, labelId: z.string() });
/** Leaves a field unchanged when it is null. */
export const changeLabelForm = z.object({
  businessId,
  labelId: z.string(),
  name: labelName.nullable(),
  retired: z.boolean().nullable(),
});
