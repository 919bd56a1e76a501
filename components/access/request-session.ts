import { tSignOut } from '#lib/messages/sign-out.ts';

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

/** Requests a session from next-auth. Returns null on success: the browser then has the cookie. */
export async function requestSession(email: string, password: string): Promise<Refusal | null> {
  try {
    const csrfResponse = await fetch('/api/auth/csrf', { cache: 'no-store' });
    if (!csrfResponse.ok) return await readRefusal(csrfResponse);
    const csrfToken = readText(await csrfResponse.json(), 'csrfToken');
    const response = await fetch('/api/auth/callback/credentials', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
    });
    return response.ok ? null : await readRefusal(response);
  } catch {
    return unreachable;
  }
}
