import * as z from 'zod';

const token = z.object({ csrfToken: z.string() });
const refusal = z.object({ message: z.string(), code: z.string(), requestId: z.string() });

export type Refusal = { readonly message: string; readonly requestId: string };

const unreachable: Refusal = {
  message: 'The server could not be reached. Check your connection, then try again.',
  requestId: '',
};

async function refusalOf(response: Response): Promise<Refusal> {
  const told = refusal.safeParse(await response.json().catch(() => null));
  if (!told.success) return { message: `The server answered ${response.status}. Try again.`, requestId: '' };
  const { message, code, requestId } = told.data;
  // A wrong password or a wait needs no id; something that broke does.
  return { message, requestId: code === 'internal' || code === 'unavailable' ? requestId : '' };
}

/** Asks next-auth's routes for a session. Null where there is one now; the browser keeps it as a cookie. */
export async function requestSession(email: string, password: string): Promise<Refusal | null> {
  try {
    const asked = await fetch('/api/auth/csrf', { cache: 'no-store' });
    if (!asked.ok) return await refusalOf(asked);
    const { csrfToken } = token.parse(await asked.json());
    const response = await fetch('/api/auth/callback/credentials', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
    });
    return response.ok ? null : await refusalOf(response);
  } catch {
    return unreachable;
  }
}
