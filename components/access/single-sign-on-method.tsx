'use client';

import { requestTextStorage } from '#components/shell/unsent-text.ts';
import { Button } from '#components/ui/button.tsx';
import { tReauthentication } from '#lib/messages/reauthentication.ts';
import { requestSingleSignOn } from './request-session.ts';

/** Confirms the person with a new sign-in at the provider, which returns to this page. */
export function SingleSignOnMethod({
  name,
  isPending,
  onPending,
  onProblem,
}: {
  name: string;
  isPending: boolean;
  onPending: (isPending: boolean) => void;
  onProblem: (problem: string | null) => void;
}) {
  async function press(): Promise<void> {
    onPending(true);
    onProblem(null);
    const { pathname, search } = window.location;
    const answer = await requestSingleSignOn(`${pathname}${search}`, { confirms: true });
    if ('url' in answer) {
      requestTextStorage();
      return window.location.assign(answer.url);
    }
    onPending(false);
    onProblem(answer.message);
  }

  return (
    <div className="grid gap-1">
      <Button isDisabled={isPending} onPress={() => void press()}>
        {tReauthentication('singleSignOn.button', { name })}
      </Button>
      <p className="text-muted text-sm">{tReauthentication('singleSignOn.reload')}</p>
    </div>
  );
}
