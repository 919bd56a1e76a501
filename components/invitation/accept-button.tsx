'use client';

import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useActionCall } from '#components/query/use-action-call.ts';
import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tInvitation } from '#lib/messages/access.ts';
import { acceptInvitationAction } from '#lib/team/actions.ts';

/** Accepts an invitation as the signed-in person and opens the business. */
export function AcceptButton({ token }: { token: string }) {
  const isHydrated = useHydrated();
  const { call, isPending, problem } = useActionCall();
  const [isOpening, setOpening] = useState(false);

  async function accept() {
    const accepted = await call(() => acceptInvitationAction({ token }), {
      failed: tInvitation('problem.failed'),
      lost: tInvitation('problem.connectionLost'),
    });
    if (accepted === null) return;
    setOpening(true);
    // Loads a new document, because the navigation of the former role is in memory.
    window.location.assign(`/${accepted.businessId}`);
  }

  return (
    <div className="grid gap-4">
      <ProblemNote problem={problem} />
      <Button
        variant="primary"
        isPending={isPending || isOpening}
        isDisabled={!isHydrated}
        onPress={() => void accept()}
      >
        {tInvitation('open.accept')}
      </Button>
    </div>
  );
}
