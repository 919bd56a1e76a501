'use client';

import { Button } from '#components/ui/button.tsx';
import { tSignIn } from '#lib/messages/sign-in.ts';
import { signOut } from './sign-out.ts';

/** A button that signs out. */
export function SignOutButton() {
  return <Button onPress={signOut}>{tSignIn('signOut')}</Button>;
}
