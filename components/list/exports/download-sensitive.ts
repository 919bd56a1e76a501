import { callAction } from '#components/query/call-action.ts';
import { toast } from '#components/ui/toast.tsx';
import { tReauthentication } from '#lib/messages/reauthentication.ts';
import { checkReauthenticationAction } from '#lib/people/actions.ts';
import { startDownload } from './start-download.ts';

/**
 * Starts a download that needs a recent authentication. Asks the person to confirm who they are first if needed,
 * because the browser can't ask once the download has begun.
 */
export async function downloadSensitive(businessId: string, href: string): Promise<void> {
  const result = await callAction(() => checkReauthenticationAction({ businessId }));
  if (result?.ok) return startDownload(href);
  toast.bad(tReauthentication('downloadFailed'), {
    detail: result?.message ?? tReauthentication('connectionLost'),
  });
}
