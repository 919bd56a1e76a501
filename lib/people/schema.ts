import * as z from 'zod';
import { tPeople } from '#lib/messages/people.ts';

/** The input of the sign-in form. The email is normalised, so that each person has one spelling. */
export const signInForm = z.object({
  email: z.string().trim().toLowerCase().min(1).max(320),
  password: z.string().min(1).max(512),
});

export const newPersonForm = z.object({
  email: z
    .email({ error: tPeople('invalidEmail') })
    .max(320)
    .toLowerCase(),
  name: z.string().trim().min(1).max(120),
  password: z
    .string()
    .min(12, { error: tPeople('shortPassword') })
    .max(512),
});

export type NewPerson = z.output<typeof newPersonForm>;
