import * as z from 'zod';
import { tDrafts } from '#lib/messages/drafts.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { DraftFormName } from './model.ts';
import { draftFormNames, draftForms } from './model.ts';
import { isDraftTooLong } from './model-limits.ts';

const formName = z.enum(draftFormNames, { error: tDrafts('problem.unknownForm') });
const subject = z.string().min(1).max(60);
const fields = z.record(z.string(), z.string());

const isStored = (form: DraftFormName, name: string): boolean => {
  const stored: readonly string[] = draftForms[form].fields;
  return stored.includes(name);
};

/** The unsent text of a form. A draft without text is deleted. */
export const saveDraftForm = z
  .object({ businessId: z.string(), form: formName, subject, fields })
  .refine(({ form, fields: texts }) => Object.keys(texts).every((name) => isStored(form, name)), {
    message: tDrafts('problem.unknownField'),
    path: ['fields'],
  })
  .refine(({ form, fields: texts }) => !isDraftTooLong(form, texts), {
    message: tDrafts('problem.tooLong'),
    path: ['fields'],
  });
export const discardDraftForm = z.object({ businessId: z.string(), form: formName, subject });

/** A draft of the signed-in person. */
export type Draft = {
  readonly form: DraftFormName;
  readonly fields: Readonly<Record<string, string>>;
  readonly savedAt: Instant;
  /** Since when it is read-only, because its case no longer offers the form. */
  readonly closedAt: Instant | null;
};
export type Drafts = { readonly drafts: readonly Draft[] };
