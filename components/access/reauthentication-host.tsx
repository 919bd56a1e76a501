'use client';

import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { readCookie } from '#components/shell/browser-cookies.ts';
import { confirmationResultCookie } from '#lib/single-sign-on/model.ts';
import {
  isReauthenticationNeeded,
  settleReauthentication,
  subscribeReauthentication,
} from './reauthentication.ts';

// The dialog's code loads when it is needed.
const ReauthenticationDialog = lazy(() =>
  import('./reauthentication-dialog.tsx').then((file) => ({ default: file.ReauthenticationDialog })),
);

/** Says how a confirmation by single sign-on ended, after the person returned. Few pages are opened by that. */
function showConfirmationResult(): void {
  if (readCookie(confirmationResultCookie) === undefined) return;
  // The result stays in its cookie for the next page if the connection is lost.
  import('./confirmation-result.ts').then((file) => file.showConfirmationResult()).catch(() => undefined);
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
