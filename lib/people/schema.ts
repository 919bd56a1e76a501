import * as z from 'zod';

/** What the sign-in form sends. The email is folded, so that one person has one spelling. */
export const signInForm = z.object({
  email: z.string().trim().toLowerCase().min(1).max(320),
  password: z.string().min(1).max(512),
});

export const newPersonForm = z.object({
  email: z.email('should be an email address').max(320).toLowerCase(),
  name: z.string().trim().min(1).max(120),
  password: z.string().min(12, 'should have at least 12 characters').max(512),
});

export type NewPerson = z.output<typeof newPersonForm>;
