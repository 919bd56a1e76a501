'use client';

import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { Button } from '#components/ui/button.tsx';
import { cancelSignInAction } from '#lib/factors/actions.ts';
import { tFactors } from '#lib/messages/factors.ts';

/** Ends a sign-in that waits for its second step, and opens the sign-in page. */
export function CancelSignIn() {
  const [isPending, setPending] = useState(false);
  async function cancel() {
    setPending(true);
    await callAction(() => cancelSignInAction({}));
    window.location.assign('/sign-in');
  }
  return (
    <div>
      <Button variant="quiet" isPending={isPending} onPress={() => void cancel()}>
        {tFactors('signIn.cancel')}
      </Button>
    </div>
  );
}
