import * as z from 'zod';
import { exceptionKinds, longestNote } from './model.ts';

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
});
export type WorkExceptionForm = z.output<typeof workExceptionForm>;
