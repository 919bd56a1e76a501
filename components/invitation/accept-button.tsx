'use client';

import { useState } from 'react';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tInvitation } from '#lib/messages/invitation.ts';
import { acceptInvitationAction } from '#lib/team/actions.ts';

/** Accepts an invitation as the signed-in person and opens the business. */
export function AcceptButton({ token }: { token: string }) {
  const isHydrated = useHydrated();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ title: string; detail: string } | null>(null);

  async function accept() {
    setPending(true);
    setProblem(null);
    const result = await callAction(() => acceptInvitationAction({ token }));
    // Loads a new document, because the navigation of the former role is in memory.
    if (result?.ok) return window.location.assign(`/${result.data.businessId}`);
    setPending(false);
    setProblem(
      toActionErrorMessage(result, {
        failed: tInvitation('problem.failed'),
        lost: tInvitation('problem.connectionLost'),
      }),
    );
  }

  return (
    <div className="grid gap-4">
      {problem && (
        <Banner tone="bad" title={problem.title}>
          <p>{problem.detail}</p>
        </Banner>
      )}
      <Button variant="primary" isPending={isPending} isDisabled={!isHydrated} onPress={() => void accept()}>
        {tInvitation('open.accept')}
      </Button>
    </div>
  );
}
