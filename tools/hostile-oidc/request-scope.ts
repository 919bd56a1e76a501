import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { afterAll } from 'vitest';

/** Stands in for Next's request scope, so that route handlers run in a test. */

type Scope = { readonly headers: Headers; readonly cookies: Map<string, string>; readonly set: string[] };

const scopes = new AsyncLocalStorage<Scope>();

function currentScope(): Scope {
  const scope = scopes.getStore();
  if (scope === undefined) throw new Error('no request is being answered');
  return scope;
}

type CookieOptions = { readonly maxAge?: number };

const cookieStore = ({ cookies, set }: Scope) => ({
  get: (name: string) => {
    const value = cookies.get(name);
    return value === undefined ? undefined : { name, value };
  },
  getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
  set: (name: string, value: string, { maxAge = 1 }: CookieOptions) => {
    set.push(`${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}`);
  },
});

/**
 * Lets the request of the test file, and the functions of `next/headers`, answer from the scope until the end of the file.
 * next-auth requires these functions as CommonJS when it answers.
 */
export function replaceNextHeaders(request: { readonly headers?: Headers }): void {
  const property = { enumerable: true, configurable: true };
  Object.defineProperties(request, {
    headers: { ...property, get: () => scopes.getStore()?.headers },
    cookies: {
      ...property,
      get: () => {
        const scope = scopes.getStore();
        return scope && cookieStore(scope);
      },
    },
  });
  const real: object = createRequire(import.meta.url)('next/headers');
  const former = { ...real };
  Object.assign(real, {
    headers: async () => currentScope().headers,
    cookies: async () => cookieStore(currentScope()),
  });
  afterAll(() => void Object.assign(real, former));
}

/** Runs a handler in the scope of a request. Returns its response with the cookies that it set on the way. */
export async function answerInScope(
  request: Request,
  cookies: Map<string, string>,
  handle: () => Promise<Response>,
): Promise<{ readonly response: Response; readonly setCookies: readonly string[] }> {
  const scope: Scope = { headers: request.headers, cookies: new Map(cookies), set: [] };
  const response = await scopes.run(scope, handle);
  return { response, setCookies: [...scope.set, ...response.headers.getSetCookie()] };
}
