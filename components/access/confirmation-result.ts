import { readCookie, storeCookie } from '#components/shell/browser-cookies.ts';
import { toast } from '#components/ui/toast.tsx';
import { tReauthentication } from '#lib/messages/factors.ts';
import type { ConfirmationResult } from '#lib/single-sign-on/model.ts';
import { confirmationResultCookie, toConfirmationResult } from '#lib/single-sign-on/model.ts';

/** Returns the result with which the person came back from the provider, or null. Each result is returned once. */
function takeConfirmationResult(): ConfirmationResult | null {
  const result = toConfirmationResult(readCookie(confirmationResultCookie));
  if (result !== null) storeCookie(confirmationResultCookie, '', { seconds: 0, sameSite: 'lax' });
  return result;
}

/** Says how a confirmation by single sign-on ended, after the person returned. */
export function showConfirmationResult(): void {
  const result = takeConfirmationResult();
  if (result === null) return;
  if (result === 'confirmed') toast.good(tReauthentication('singleSignOn.confirmed'));
  else toast.bad(tReauthentication(`singleSignOn.problem.${result}`));
}
