import * as z from 'zod';
import type { Instant } from '#lib/values/instant.ts';
import { reasonText } from '#lib/values/reason-text.ts';
import type { Person } from '../settings/schema-person.ts';
import type { Counterparty } from './model.ts';
import { maximumReviewNoteLength } from './model.ts';
import { counterpartyField } from './watch/schema.ts';

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
  text: reasonText(maximumReviewNoteLength),
});
