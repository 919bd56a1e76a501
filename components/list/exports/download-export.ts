import { callAction } from '#components/query/call-action.ts';
import { toast } from '#components/ui/toast.tsx';
import { tQuery } from '#lib/messages/shell.ts';
import { checkReauthenticationAction } from '#lib/people/actions.ts';
import { startDownload } from './start-download.ts';

/**
 * Starts the download of a list or file. One with risk detail needs a recent authentication, and `confirmFor` is the
 * business on whose page the person is. Null: no risk detail.
 */
export async function downloadExport(href: string, confirmFor: string | null): Promise<void> {
  // The browser can't ask the person once the download has begun.
  const result =
    confirmFor === null
      ? null
      : await callAction(() => checkReauthenticationAction({ businessId: confirmFor }));
  if (confirmFor === null || result?.ok) return startDownload(href);
  toast.bad(tQuery('downloadFailed'), {
    detail: result?.message ?? tQuery('connectionLost'),
  });
}
