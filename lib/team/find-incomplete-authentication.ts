import 'server-only';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';

/**
 * Returns the refusal of a change of owners, or null after a recent proof of password and second factor. For verbs that
 * learn only later whether they concern an owner.
 */
export const findIncompleteAuthentication = (context: Context<PersonActor>): Promise<Problem | null> =>
  requireFullAuthentication(context).then(
    () => null,
    (thrown: unknown) => {
      if (thrown instanceof Problem) return thrown;
      throw thrown;
    },
  );
