'use client';

import { callAction } from '#components/query/call-action.ts';
import { Button } from '#components/ui/button.tsx';
import { cancelSignInAction } from '#lib/factors/actions.ts';
import { tFactors } from '#lib/messages/factors.ts';
import { useSignInStep } from './use-sign-in-step.ts';

/** Ends a sign-in that waits for its second step, and opens the sign-in page. */
export function CancelSignIn() {
  const { take, isPending } = useSignInStep<never>();
  const cancel = () =>
    take(async () => {
      await callAction(() => cancelSignInAction({}));
      return { refusal: null, next: '/sign-in' };
    });
  return (
    <div>
      <Button variant="quiet" isPending={isPending} onPress={() => void cancel()}>
        {tFactors('signIn.cancel')}
      </Button>
    </div>
  );
}
