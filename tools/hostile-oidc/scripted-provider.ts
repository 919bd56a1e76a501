import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Signature } from './sign-token.ts';
import { publicKeys, signToken } from './sign-token.ts';

type Claims = Readonly<Record<string, unknown>>;
type Answer = (response: ServerResponse) => void;

/** How the provider deviates from what it should do. */
export type ProviderScript = {
  /** The person who signs in there. */
  readonly person?: Claims;
  readonly claims?: (claims: Claims, issuer: string) => Claims;
  readonly signature?: Signature;
  readonly header?: Readonly<Record<string, unknown>>;
  /** The whole ID token. */
  readonly idToken?: unknown;
  /** The answer of the userinfo endpoint. Without it there is no endpoint. */
  readonly userinfo?: (person: Claims) => Claims;
  readonly discovery?: (document: Claims) => Claims;
  readonly answerDiscovery?: Answer;
  readonly answerToken?: Answer;
  readonly answerKeys?: Answer;
  /** Changes the parameters with which the browser returns. */
  readonly returned?: (parameters: URLSearchParams) => void;
};

type Issued = { readonly nonce: string | null; readonly challenge: string; readonly redirectUri: string };

export const clientSecret = 'a-client-secret-of-the-test-that-is-long-enough';

const toJson = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** An OpenID provider on loopback that follows a script. It accepts each code once, with its PKCE verifier. */
export async function startScriptedProvider() {
  let script: ProviderScript = {};
  const codes = new Map<string, Issued>();
  /** Bodies and headers of requests to the token endpoint. */
  const exchanges: { readonly authorization: string; readonly body: URLSearchParams }[] = [];

  async function exchange(request: IncomingMessage, response: ServerResponse, issuer: string) {
    const body = new URLSearchParams(await text(request));
    exchanges.push({ authorization: request.headers.authorization ?? '', body });
    if (script.answerToken !== undefined) return script.answerToken(response);
    const issued = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (issued?.challenge !== challenge || issued.redirectUri !== body.get('redirect_uri'))
      return toJson(response, { error: 'invalid_grant' }, 400);
    const seconds = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: 'client',
      iat: seconds,
      exp: seconds + 300,
      ...(issued.nonce !== null && { nonce: issued.nonce }),
      ...script.person,
    };
    const token = signToken(script.claims?.(claims, issuer) ?? claims, script.signature ?? 'RS256', {
      clientSecret,
      header: script.header ?? {},
    });
    const idToken = 'idToken' in script ? script.idToken : token;
    toJson(response, { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken });
  }

  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${port}`;
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/.well-known/openid-configuration') {
      if (script.answerDiscovery !== undefined) return script.answerDiscovery(response);
      const document = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        ...(script.userinfo !== undefined && { userinfo_endpoint: `${issuer}/userinfo` }),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
      return toJson(response, script.discovery?.(document) ?? document);
    }
    if (url.pathname === '/keys')
      return script.answerKeys === undefined
        ? toJson(response, { keys: publicKeys })
        : script.answerKeys(response);
    if (url.pathname === '/userinfo' && request.headers.authorization === 'Bearer access')
      return toJson(response, script.userinfo?.(script.person ?? {}));
    if (url.pathname === '/token') return void exchange(request, response, issuer);
    response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;

  return {
    issuer: `http://127.0.0.1:${port}`,
    exchanges,
    follow: (next: ProviderScript) => {
      script = next;
    },
    /** Signs the person in at the provider. Returns the address to which it sends the browser. */
    authorize: (address: URL): URL => {
      const parameters = address.searchParams;
      const code = randomUUID();
      codes.set(code, {
        nonce: parameters.get('nonce'),
        challenge: parameters.get('code_challenge') ?? '',
        redirectUri: parameters.get('redirect_uri') ?? '',
      });
      const back = new URL(parameters.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: parameters.get('state') ?? '' }).toString();
      script.returned?.(back.searchParams);
      return back;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type ScriptedProvider = Awaited<ReturnType<typeof startScriptedProvider>>;
