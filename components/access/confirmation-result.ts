import type { ConfirmationResult } from '#lib/single-sign-on/model.ts';
import { confirmationResultCookie, toConfirmationResult } from '#lib/single-sign-on/model.ts';

/** Returns the value of a cookie in the text of `document.cookie`. */
const findCookie = (text: string, name: string): string | undefined =>
  text
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Returns the result with which the person came back from the provider, or null. Each result is returned once. */
export function takeConfirmationResult(): ConfirmationResult | null {
  const result = toConfirmationResult(findCookie(document.cookie, confirmationResultCookie));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  if (result !== null) document.cookie = `${confirmationResultCookie}=; path=/; max-age=0`;
  return result;
}
