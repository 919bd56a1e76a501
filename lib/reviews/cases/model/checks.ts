import * as z from 'zod';
import { instant } from '#lib/values/instant.ts';

/** The completed steps of the checklist, as a case stores them. */
export const storedChecks = z.array(
  z.object({ step: z.string(), personId: z.string(), at: z.number().transform(instant) }),
);
