'use client';

import { Button } from '#components/ui/button.tsx';
import { signOut } from './sign-out.ts';

export function SignOutButton() {
  return <Button onPress={signOut}>Sign out</Button>;
}
