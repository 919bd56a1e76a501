import { createPerson, grantRole } from '#lib/people/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { SettingsError } from '#lib/platform/env-schema.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/**
 * Sets up OWNER_EMAIL with OWNER_PASSWORD as the first owner of every business.
 *
 * @throws SettingsError for a password that is easy to guess
 */
export async function setUpOwner(
  context: Context<SystemActor>,
  businesses: readonly BusinessId[],
  businessNames: readonly string[],
): Promise<void> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env;
  if (email === undefined || password === undefined) return;
  const name = email.split('@')[0] ?? email;
  const personId = await createPerson(context, { email, password, name }, { businessNames }).catch(
    (thrown: unknown) => {
      throw thrown instanceof Problem ? new SettingsError([`OWNER_PASSWORD: ${thrown.message}`]) : thrown;
    },
  );
  for (const businessId of businesses) await grantRole(context, { personId, businessId, role: 'owner' });
}
