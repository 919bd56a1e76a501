import { randomUUID } from 'node:crypto';
import { NextRequest } from 'next/server';
import { answerInScope } from './request-scope.ts';

type Route = (
  request: NextRequest,
  routeContext: { readonly params: Promise<{ nextauth: string[] }> },
) => Promise<Response>;
type AuthRoutes = { readonly GET: Route; readonly POST: Route };

/** The end of a sign-in: where the browser is sent, and whether it has a session. */
type Arrival = { readonly status: number; readonly location: string; readonly hasSession: boolean };

const ourAddress = 'http://localhost:3000';
const sessionCookie = 'next-auth.session-token';

/** A browser with its own cookies that signs in at our routes, from an address of its own. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #routes: AuthRoutes;
  /** The network address that it comes from. */
  readonly address = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

  constructor(routes: AuthRoutes) {
    this.#routes = routes;
  }

  async #ask(method: 'GET' | 'POST', url: URL, form?: URLSearchParams): Promise<Response> {
    const request = new NextRequest(url, {
      method,
      headers: {
        host: 'localhost:3000',
        origin: ourAddress,
        'x-forwarded-for': this.address,
        'user-agent': 'a browser',
        ...(form !== undefined && {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(form.toString().length),
        }),
      },
      ...(form !== undefined && { body: form.toString() }),
    });
    const nextauth = url.pathname.split('/').slice(3);
    const { response, setCookies } = await answerInScope(request, this.cookies, () =>
      this.#routes[method](request, { params: Promise.resolve({ nextauth }) }),
    );
    for (const line of setCookies) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (value === '' || attributes.some((one) => /^max-age=0$/i.test(one))) this.cookies.delete(name);
    else this.cookies.set(name, decodeURIComponent(value));
  }

  /** Presses "Continue with …". Returns the status and the JSON answer. */
  async start(
    destination = '/',
    query = '',
    fields: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
    const csrf = await this.#ask('GET', new URL('/api/auth/csrf', ourAddress));
    const { csrfToken } = await csrf.json();
    const response = await this.#ask(
      'POST',
      new URL(`/api/auth/signin/single-sign-on${query}`, ourAddress),
      new URLSearchParams({ csrfToken, callbackUrl: destination, json: 'true', ...fields }),
    );
    return { status: response.status, body: await response.json() };
  }

  /** Presses "Continue with …" and returns the provider's address. */
  async startAt(destination = '/'): Promise<URL> {
    const { status, body } = await this.start(destination);
    if (status !== 200) throw new Error(`the sign-in did not start: ${status} ${JSON.stringify(body)}`);
    return new URL(String(body['url']));
  }

  /** Presses "Continue with …" in the dialog that confirms who the person is. Returns the provider's address. */
  async startConfirmation(destination = '/'): Promise<URL> {
    const { status, body } = await this.start(destination, '', { confirm: 'true' });
    if (status !== 200) throw new Error(`the confirmation did not start: ${status}`);
    return new URL(String(body['url']));
  }

  /** Opens the address to which the provider sent the browser. */
  async arrive(url: URL): Promise<Arrival> {
    const response = await this.#ask('GET', url);
    const location = new URL(response.headers.get('location') ?? '', ourAddress);
    return {
      status: response.status,
      location: `${location.pathname}${location.search}`,
      hasSession: this.cookies.has(sessionCookie),
    };
  }
}
