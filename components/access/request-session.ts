export type Refusal = { readonly message: string; readonly requestId: string };

const unreachable: Refusal = {
  message: 'The server could not be reached. Check your connection, then try again.',
  requestId: '',
};

/** One text of an answer's JSON; empty where it has none. Without a parser: this page should be light. */
function textIn(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : '';
  return typeof value === 'string' ? value : '';
}

async function refusalOf(response: Response): Promise<Refusal> {
  const told: unknown = await response.json().catch(() => null);
  const message = textIn(told, 'message');
  if (message === '') return { message: `The server answered ${response.status}. Try again.`, requestId: '' };
  // A wrong password or a wait needs no id; something that broke does.
  const needsId = ['internal', 'unavailable'].includes(textIn(told, 'code'));
  return { message, requestId: needsId ? textIn(told, 'requestId') : '' };
}

/** Asks next-auth's routes for a session. Null where there is one now; the browser keeps it as a cookie. */
export async function requestSession(email: string, password: string): Promise<Refusal | null> {
  try {
    const asked = await fetch('/api/auth/csrf', { cache: 'no-store' });
    if (!asked.ok) return await refusalOf(asked);
    const csrfToken = textIn(await asked.json(), 'csrfToken');
    const response = await fetch('/api/auth/callback/credentials', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
    });
    return response.ok ? null : await refusalOf(response);
  } catch {
    return unreachable;
  }
}
