import { toast } from '#components/ui/toast.tsx';
import { leaveSignedOut } from './leave.ts';

/** Resolves to whether no session is left. A session that had ended before counts. */
async function endSession(): Promise<boolean> {
  const response = await fetch('/api/auth/sign-out', { method: 'POST' });
  return response.ok;
}

/** Ends the session and opens the sign-in page. If that fails, says that the person is still signed in. */
export async function signOut(): Promise<void> {
  if (await leaveSignedOut(endSession)) return;
  toast.bad('You are still signed in', { detail: 'The server did not confirm the sign-out. Try again.' });
}
