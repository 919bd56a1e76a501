import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

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

/** The functions of `next/headers` that our code and next-auth use. */
export const nextHeaders = {
  headers: async () => currentScope().headers,
  cookies: async () => cookieStore(currentScope()),
};

/** Replaces them for next-auth, which requires them as CommonJS when it answers. */
export function replaceNextHeaders(): void {
  const real: unknown = createRequire(import.meta.url)('next/headers');
  if (typeof real === 'object' && real !== null) Object.assign(real, nextHeaders);
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
