import 'server-only';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { SignedIn, SignInSender } from '../index.ts';
import { checkCredentials, openAccount } from '../index.ts';

/** Signs in with a password alone, for tests of people without a second factor. */
export async function signIn(
  context: Context<SystemActor>,
  input: unknown,
  sender: SignInSender,
): Promise<SignedIn> {
  return openAccount(context, await checkCredentials(context, input, sender), sender, async () => null);
}
