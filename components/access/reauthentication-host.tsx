'use client';

import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { toast } from '#components/ui/toast.tsx';
import { tReauthentication } from '#lib/messages/reauthentication.ts';
import { takeConfirmationResult } from './confirmation-result.ts';
import {
  isReauthenticationNeeded,
  settleReauthentication,
  subscribeReauthentication,
} from './reauthentication.ts';

// The dialog's code loads when it is needed.
const ReauthenticationDialog = lazy(() =>
  import('./reauthentication-dialog.tsx').then((file) => ({ default: file.ReauthenticationDialog })),
);

/** Says how a confirmation by single sign-on ended, after the person returned. */
function showConfirmationResult(): void {
  const result = takeConfirmationResult();
  if (result === null) return;
  if (result === 'confirmed') toast.good(tReauthentication('singleSignOn.confirmed'));
  else toast.bad(tReauthentication(`singleSignOn.problem.${result}`));
}

/** Shows the shared dialog for confirming who the person is. Used once, around all pages of a business. */
export function ReauthenticationHost({ businessId }: { businessId: string }) {
  const isNeeded = useSyncExternalStore(subscribeReauthentication, isReauthenticationNeeded, () => false);
  useEffect(showConfirmationResult, []);
  return (
    isNeeded && (
      <Suspense>
        <ReauthenticationDialog businessId={businessId} onSettle={settleReauthentication} />
      </Suspense>
    )
  );
}
