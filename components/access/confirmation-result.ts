import { toast } from '#components/ui/toast.tsx';
import { tReauthentication } from '#lib/messages/reauthentication.ts';
import type { ConfirmationResult } from '#lib/single-sign-on/model.ts';
import { confirmationResultCookie, toConfirmationResult } from '#lib/single-sign-on/model.ts';

/** Returns the value of a cookie in the text of `document.cookie`. */
const findCookie = (text: string, name: string): string | undefined =>
  text
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Returns the result with which the person came back from the provider, or null. Each result is returned once. */
function takeConfirmationResult(): ConfirmationResult | null {
  const result = toConfirmationResult(findCookie(document.cookie, confirmationResultCookie));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  if (result !== null) document.cookie = `${confirmationResultCookie}=; path=/; max-age=0`;
  return result;
}

/** Says how a confirmation by single sign-on ended, after the person returned. */
export function showConfirmationResult(): void {
  const result = takeConfirmationResult();
  if (result === null) return;
  if (result === 'confirmed') toast.good(tReauthentication('singleSignOn.confirmed'));
  else toast.bad(tReauthentication(`singleSignOn.problem.${result}`));
}
