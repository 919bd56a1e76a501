'use client';

import { Button } from '#components/ui/button.tsx';
import { tSignOut } from '#lib/messages/shell.ts';
import { signOut } from './sign-out.ts';

/** A button that signs out. */
export function SignOutButton() {
  return <Button onPress={signOut}>{tSignOut('signOut')}</Button>;
}
