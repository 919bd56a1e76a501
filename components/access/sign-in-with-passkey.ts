import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { startPasskeySignInAction } from '#lib/passkeys/actions.ts';
import { signWithPasskey } from './passkey-browser.ts';
import { requestPasskeySession } from './request-session.ts';

/** Signs in with a passkey that the person chooses in the browser. Returns the reason of a refusal, or null. */
export async function signInWithPasskey(): Promise<string | null> {
  const started = await callAction(() => startPasskeySignInAction({}));
  if (!started?.ok) return toActionErrorMessage(started, { failed: '' }).detail;
  const signed = await signWithPasskey(started.data.options);
  if (!signed.ok) return signed.problem;
  const { refusal } = await requestPasskeySession(JSON.stringify(signed.response));
  return refusal?.message ?? null;
}
