import type { Context, PersonActor } from '../context.ts';
import type { Env } from '../env-schema.ts';

/**
 * A database test file sets these values instead of mocking modules, which would need a process of its own. The set-up
 * (lib/database/testing/worker-setup.ts) reads them in place of the environment, and empties them before each file.
 */
export const testEnv: { -readonly [Name in keyof Env]?: Env[Name] } = {};

type Jar = {
  readonly get: (name: string) => { readonly value: string } | undefined;
  readonly set?: (name: string, value: string, options: unknown) => unknown;
  readonly has?: (name: string) => boolean;
  readonly getAll?: () => readonly { readonly name: string; readonly value: string }[];
};

/**
 * The request that Next's functions answer from. Without one, they fail as they do outside of a request. A redirect and
 * its like throw plain errors while there is one.
 */
export const testRequest: { headers?: Headers; cookies?: Jar; context?: Context<PersonActor> } = {};

/** Replaces the hash of passwords, which is slow on purpose. `afterPasswordCheck` runs before its result is used. */
export const testPasswords: { isHashFake?: boolean; afterPasswordCheck?: () => Promise<void> } = {};

/** The stored hash of this password where the hash is replaced. */
export const fakeHash = (password: string): string => `hash of ${password}`;

/** Sets a mail server, so that mail is queued. Nothing listens there. */
export const setMailServer = (isSet = true): void =>
  void Object.assign(testEnv, {
    SMTP_URL: isSet ? 'smtp://127.0.0.1:9' : undefined,
    SMTP_FROM: isSet ? 'desk@house.test' : undefined,
  });

export function clearFileDoubles(): void {
  for (const values of [testEnv, testRequest, testPasswords])
    for (const name of Object.keys(values)) Reflect.deleteProperty(values, name);
}

/** Makes the request one without headers and cookies, of this person. */
export function openTestRequestAs(context: Context<PersonActor>): void {
  Object.assign(testRequest, {
    headers: new Headers(),
    cookies: { get: () => undefined, has: () => false },
    context,
  });
}

/** Makes the request one of our own page. */
export function openTestRequest(): { readonly headers: Headers; readonly cookies: Map<string, string> } {
  const cookies = new Map<string, string>();
  const headers = new Headers({ origin: 'http://localhost:3000', host: 'localhost:3000' });
  testRequest.headers = headers;
  testRequest.cookies = {
    get: (name) => {
      const value = cookies.get(name);
      return value === undefined ? undefined : { value };
    },
    getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
  };
  return { headers, cookies };
}
