import { hash } from '@node-rs/argon2';
import type { connectWithRetry } from '#scripts/database/connect.ts';
import { makePerson } from './principals.ts';

type Client = Awaited<ReturnType<typeof connectWithRetry>>;

/** A Set-Cookie header as name, value and attributes. Attributes are in lower case and sorted. */
export type SetCookie = { readonly name: string; readonly value: string; readonly attributes: string };

export function readSetCookies(response: Response): SetCookie[] {
  return response.headers.getSetCookie().map((line) => {
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const attributes = rest.map((part) => part.toLowerCase()).filter((part) => !part.startsWith('expires='));
    return { name, value, attributes: attributes.toSorted().join('; ') };
  });
}

/** Creates a person who can sign in with this password. */
export async function makePersonWithPassword(
  client: Client,
  name: string,
  password: string,
): Promise<{ readonly person: string; readonly email: string }> {
  const person = await makePerson(client, name);
  const email = `${person}@example.test`;
  const set = 'UPDATE person SET email = $2, password_hash = $3 WHERE id = $1';
  await client.query(set, [person, email, await hash(password)]);
  return { person, email };
}

/** Signs in at `address` through a proxy that serves `origin`. Returns the cookies of the response. */
export async function signInOverHttps(
  address: string,
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<SetCookie[]> {
  const csrfResponse = await fetch(`${address}/api/auth/csrf`);
  const { csrfToken } = await csrfResponse.json();
  const cookie = readSetCookies(csrfResponse)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const response = await fetch(`${address}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  });
  if (response.status !== 200) throw new Error(`not signed in: ${response.status} ${await response.text()}`);
  return readSetCookies(response);
}
