import { tSignOut } from '#lib/messages/shell.ts';
import { confirmationField, providerId } from '#lib/single-sign-on/model.ts';

/** Why no session was created. The request id is empty where it does not help. */
export type Refusal = { readonly message: string; readonly requestId: string };

const unreachable: Refusal = {
  message: tSignOut('unreachable'),
  requestId: '',
};

/** Returns one text field of a JSON body, or an empty text. Avoids a parser to keep the page small. */
function readText(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : '';
  return typeof value === 'string' ? value : '';
}

async function readRefusal(response: Response): Promise<Refusal> {
  const body: unknown = await response.json().catch(() => null);
  const message = readText(body, 'message');
  if (message === '')
    return { message: tSignOut('serverFailed', { status: String(response.status) }), requestId: '' };
  // Only server errors need the request id.
  const needsId = ['internal', 'unavailable'].includes(readText(body, 'code'));
  return { message, requestId: needsId ? readText(body, 'requestId') : '' };
}

/**
 * Requests the address of the provider for single sign-on. `destination` is the page to open afterwards. With
 * `confirms` it confirms who the signed-in person is.
 */
export async function requestSingleSignOn(
  destination: string,
  { confirms = false }: { readonly confirms?: boolean } = {},
): Promise<{ readonly url: string } | Refusal> {
  try {
    const csrfResponse = await fetch('/api/auth/csrf', { cache: 'no-store' });
    if (!csrfResponse.ok) return await readRefusal(csrfResponse);
    const csrfToken = readText(await csrfResponse.json(), 'csrfToken');
    const response = await fetch(`/api/auth/signin/${providerId}`, {
      method: 'POST',
      body: new URLSearchParams({
        csrfToken,
        callbackUrl: destination,
        json: 'true',
        ...(confirms && { [confirmationField]: 'true' }),
      }),
    });
    return response.ok ? { url: readText(await response.json(), 'url') } : await readRefusal(response);
  } catch {
    return unreachable;
  }
}

/** Requests a sign-in: a refusal, or a further step at `next`, or a session, whose cookie the browser now has. */
type SessionAnswer = { readonly refusal: Refusal | null; readonly next: string };

/** Posts a step of a sign-in to next-auth. */
async function postStep(step: string, fields: Readonly<Record<string, string>>): Promise<SessionAnswer> {
  try {
    const csrfResponse = await fetch('/api/auth/csrf', { cache: 'no-store' });
    if (!csrfResponse.ok) return { refusal: await readRefusal(csrfResponse), next: '' };
    const csrfToken = readText(await csrfResponse.json(), 'csrfToken');
    const response = await fetch(`/api/auth/callback/${step}`, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, json: 'true', ...fields }),
    });
    if (!response.ok) return { refusal: await readRefusal(response), next: '' };
    return { refusal: null, next: readText(await response.json().catch(() => null), 'next') };
  } catch {
    return { refusal: unreachable, next: '' };
  }
}

/** Requests a session with a password. */
export const requestSession = (email: string, password: string): Promise<SessionAnswer> =>
  postStep('credentials', { email, password });

/** Requests the session of a sign-in whose password was right. The code is empty after the set-up of a first factor. */
export const requestSecondStep = (code: string, remember: boolean): Promise<SessionAnswer> =>
  postStep('second-factor', { code, remember: String(remember) });

/** Requests the session of a sign-in whose password was right, with a challenge that a passkey signed, as JSON. */
export const requestPasskeyStep = (assertion: string, remember: boolean): Promise<SessionAnswer> =>
  postStep('second-factor-passkey', { assertion, remember: String(remember) });

/** Requests a session with a challenge that a passkey signed, as JSON. */
export const requestPasskeySession = (assertion: string): Promise<SessionAnswer> =>
  postStep('passkey', { assertion });
