import { signOutAction } from '#lib/people/actions.ts';

/** Ends the session and opens the sign-in page as a whole new page, so that nothing seen stays in memory. */
export async function signOut(): Promise<void> {
  await signOutAction({}).catch(() => undefined);
  window.location.assign('/sign-in');
}
