import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

/** A person at the provider. */
type ProviderAccount = {
  readonly sub: string;
  readonly email: string;
  readonly isVerified?: boolean;
  readonly name?: string;
};

const client = {
  client_id: 'countinghouse',
  client_secret: 'a-client-secret-of-the-test-that-is-long-enough',
} as const;

function createProvider(
  issuer: string,
  redirectUri: string,
  accounts: ReadonlyMap<string, ProviderAccount>,
): Provider {
  return new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri], grant_types: ['authorization_code'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // The address is at the userinfo endpoint only.
    conformIdTokenClaims: true,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a-key-of-the-test'] },
    interactions: { url: (_context, interaction) => `/people/${interaction.uid}` },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub);
      if (account === undefined) return undefined;
      const { email, isVerified = true, name = 'A person' } = account;
      return { accountId: sub, claims: async () => ({ sub, email, email_verified: isVerified, name }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

const page = (accounts: Iterable<ProviderAccount>): string =>
  `<!doctype html><title>Sign in</title><h1>Example provider</h1><form method="post">${[...accounts]
    .map(({ sub, email }) => `<button name="sub" value="${sub}">${email}</button>`)
    .join('')}</form>`;

/**
 * Starts a certified OpenID provider on loopback, whose page asks only who the person is. `redirectUri` is that of the
 * product.
 */
export async function startOpenIdProvider(redirectUri: string) {
  const accounts = new Map<string, ProviderAccount>();
  const server: Server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const issuer = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  const provider = createProvider(issuer, redirectUri, accounts);
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/people/')) return void handle(request, response);
    if (request.method !== 'POST')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page(accounts.values()));
    void text(request).then((form) =>
      provider.interactionFinished(request, response, {
        login: { accountId: new URLSearchParams(form).get('sub') ?? '' },
      }),
    );
  });
  return {
    ...client,
    issuer,
    add: (account: ProviderAccount) => void accounts.set(account.sub, account),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Signs a person in at the provider by HTTP. Returns the address of the product to which it sends the browser. */
export async function signInAtProvider(address: URL, sub: string, product: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let step = 0; step < 10; step += 1) {
    if (next.origin === new URL(product).origin) return next;
    const isQuestion = next.pathname.startsWith('/people/');
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isQuestion && { method: 'POST', body: new URLSearchParams({ sub }) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
  }
  throw new Error('the provider redirects in circles');
}
