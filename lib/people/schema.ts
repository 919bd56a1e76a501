import * as z from 'zod';
import { tPeople } from '#lib/messages/people.ts';

/** The input of the sign-in form. The email is normalised, so that each person has one spelling. */
export const signInForm = z.object({
  email: z.string().trim().toLowerCase().min(1).max(320),
  password: z.string().min(1).max(512),
});

/**
 * The email address of an account. Case doesn't matter and is lowered, a plus sign is kept. Letters outside ASCII are
 * refused before that, because some look like ASCII letters and some become one in lower case.
 */
export const emailAddress = z
  .string()
  .trim()
  .max(320, { error: tPeople('invalidEmail') })
  .regex(/^[\x20-\x7e]*$/, { error: tPeople('unusualEmail') })
  .toLowerCase()
  .pipe(z.email({ error: tPeople('invalidEmail') }));

/** A password that a person chooses. */
export const newPassword = z
  .string()
  .min(12, { error: tPeople('shortPassword') })
  .max(512);

export const personName = z
  .string()
  .trim()
  .min(1, { error: tPeople('nameMissing') })
  .max(120);

export const newPersonForm = z.object({ email: emailAddress, name: personName, password: newPassword });

export type NewPerson = z.output<typeof newPersonForm>;
