import { toast } from '#components/ui/toast.tsx';
import { tSignOut } from '#lib/messages/shell.ts';
import { endSessionAndRedirect } from './leave.ts';

/** Ends the session. Resolves to true when none is left. */
async function endSession(): Promise<boolean> {
  const response = await fetch('/api/auth/sign-out', { method: 'POST' });
  return response.ok;
}

/** Ends the session and opens the sign-in page. Shows an error when that fails. */
export async function signOut(): Promise<void> {
  if (await endSessionAndRedirect(endSession)) return;
  toast.bad(tSignOut('signOutFailed.title'), { detail: tSignOut('signOutFailed.detail') });
}
