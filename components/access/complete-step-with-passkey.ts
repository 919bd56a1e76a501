import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { startPasskeyStepAction } from '#lib/passkeys/actions.ts';
import { signWithPasskey } from './passkey-browser.ts';
import { requestPasskeyStep } from './request-session.ts';

/** Passes the second step of a sign-in with a passkey. Returns the reason of a refusal, or null. */
export async function completeStepWithPasskey(remember: boolean): Promise<string | null> {
  const started = await callAction(() => startPasskeyStepAction({}));
  if (!started?.ok) return toActionErrorMessage(started, { failed: '' }).detail;
  const signed = await signWithPasskey(started.data.options);
  if (!signed.ok) return signed.problem;
  const { refusal } = await requestPasskeyStep(JSON.stringify(signed.response), remember);
  return refusal?.message ?? null;
}
