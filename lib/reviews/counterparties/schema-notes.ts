import * as z from 'zod';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Person } from '../schema/person.ts';
import { counterpartyField } from '../watch/schema.ts';
import type { Counterparty } from './model.ts';
import { maximumReviewNoteLength } from './model.ts';

/** A note about an address or risk entity. */
export type CounterpartyNote = {
  readonly noteId: string;
  readonly text: string;
  readonly person: Person;
  readonly at: Instant;
};

/** A note that concerns a record of a case. */
export type CaseCounterpartyNote = CounterpartyNote & { readonly counterparty: Counterparty };

export const addCounterpartyNoteForm = z.object({
  businessId: z.string(),
  counterparty: counterpartyField,
  text: z
    .string()
    .trim()
    .min(1, tReviewRefusals('form.note'))
    .max(maximumReviewNoteLength, tReviewRefusals('form.longest', { count: maximumReviewNoteLength })),
});
