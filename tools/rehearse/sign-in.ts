import { benchOwner } from '../bench/filled-database.ts';

type Credentials = { readonly email: string; readonly password: string };

/** Signs a person in at one web app. Returns the cookie header. */
export async function signInPerson(address: string, { email, password }: Credentials): Promise<string> {
  const cookies = new Map<string, string>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  };
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const csrfResponse = await fetch(`${address}/api/auth/csrf`);
  keep(csrfResponse);
  const body: unknown = await csrfResponse.json();
  const csrfToken =
    typeof body === 'object' && body !== null && 'csrfToken' in body ? String(body.csrfToken) : '';
  const response = await fetch(`${address}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: address, cookie: header() },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  });
  if (response.status !== 200) throw new Error(`not signed in: ${response.status}`);
  keep(response);
  return header();
}

/** Signs the owner of a rehearsal in at one web app. Returns the cookie header. */
export const signInOwner = (address: string): Promise<string> => signInPerson(address, benchOwner);
