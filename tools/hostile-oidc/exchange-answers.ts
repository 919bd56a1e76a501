import { setTimeout as pause } from 'node:timers/promises';
import type { HostileAnswer } from './hostile-answer.ts';
import { createProviderPerson } from './hostile-answer.ts';
import type { ProviderScript } from './scripted-provider.ts';

const discovering =
  (changes: Readonly<Record<string, unknown>>): HostileAnswer['script'] =>
  (email) => ({
    person: createProviderPerson(email),
    discovery: (document) => ({ ...document, ...changes }),
  });

const returning =
  (returned: NonNullable<ProviderScript['returned']>): HostileAnswer['script'] =>
  (email) => ({ person: createProviderPerson(email), returned });

/** Gives the address at the userinfo endpoint only. */
const informing =
  (changes: Readonly<Record<string, unknown>>): HostileAnswer['script'] =>
  (email) => ({
    person: createProviderPerson(email),
    claims: ({ email: _email, email_verified: _verified, ...claims }) => claims,
    userinfo: (information) => ({ ...information, ...changes }),
  });

const text =
  (body: string, status = 200): NonNullable<ProviderScript['answerToken']> =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body);

/** Sends bytes for ever. */
const endless: NonNullable<ProviderScript['answerToken']> = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(65_536, 32);
  const send = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', send);
  };
  send();
};

/** Sends a byte every 200 ms. */
const trickling: NonNullable<ProviderScript['answerToken']> = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  void (async () => {
    while (!response.destroyed) {
      response.write(' ');
      await pause(200);
    }
  })();
};

/** Wrong parameters, discovery documents, keys and answers of the token endpoint. */
export const codeExchangeAnswers: readonly HostileAnswer[] = [
  // Parameters with which the browser returns
  {
    name: 'another state',
    script: returning((back) => back.set('state', 'another')),
    problem: 'restart',
    isQuick: true,
  },
  { name: 'missing state', script: returning((back) => back.delete('state')), problem: 'restart' },
  {
    name: 'invented code',
    script: returning((back) => back.set('code', 'invented')),
    problem: 'invalid',
    isQuick: true,
  },
  { name: 'missing code', script: returning((back) => back.delete('code')), problem: 'invalid' },
  {
    name: 'another issuer in the address',
    script: returning((back) => back.set('iss', 'https://evil.test')),
    problem: 'invalid',
  },
  { name: 'an error', script: returning((back) => back.set('error', 'access_denied')), problem: 'canceled' },
  {
    name: 'an error and a script',
    script: returning((back) => {
      back.set('error', 'server_error');
      back.set('error_description', '<script>alert(1)</script>');
    }),
    problem: 'canceled',
  },
  {
    name: 'a required but missing issuer',
    script: discovering({ authorization_response_iss_parameter_supported: true }),
    problem: 'invalid',
  },

  // The discovery document, which changed after the start
  {
    name: 'discovery of another issuer',
    script: discovering({ issuer: 'https://evil.test' }),
    problem: 'invalid',
    isQuick: true,
  },
  { name: 'discovery without an issuer', script: discovering({ issuer: undefined }), problem: 'invalid' },
  {
    name: 'token endpoint on another machine by http',
    script: discovering({ token_endpoint: 'http://evil.test/token' }),
    problem: 'invalid',
  },
  {
    name: 'token endpoint that is a file',
    script: discovering({ token_endpoint: 'file:///etc/passwd' }),
    problem: 'invalid',
  },
  {
    name: 'no keys',
    script: (email) => ({ person: createProviderPerson(email), answerKeys: text('{"keys":[]}') }),
    problem: 'invalid',
  },
  {
    name: 'keys that are no keys',
    script: (email) => ({ person: createProviderPerson(email), answerKeys: text('{"keys":"x"}') }),
    problem: 'invalid',
  },
  {
    name: 'keys that are HTML',
    script: (email) => ({ person: createProviderPerson(email), answerKeys: text('<html>') }),
    problem: 'invalid',
  },
  {
    name: 'discovery that is HTML',
    script: () => ({ answerDiscovery: text('<html>') }),
    problem: 'unavailable',
  },
  {
    name: 'discovery that fails',
    script: () => ({ answerDiscovery: text('{}', 500) }),
    problem: 'unavailable',
  },
  { name: 'discovery that never ends', script: () => ({ answerDiscovery: endless }), problem: 'unavailable' },
  {
    name: 'discovery that redirects',
    script: () => ({
      answerDiscovery: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    }),
    problem: 'unavailable',
  },

  // The userinfo endpoint
  {
    name: 'information about another subject',
    script: informing({ sub: 'another' }),
    problem: 'invalid',
    isQuick: true,
  },
  { name: 'information without a subject', script: informing({ sub: undefined }), problem: 'invalid' },
  {
    name: 'information with an unverified address',
    script: informing({ email_verified: false }),
    problem: 'refused',
  },
  {
    name: 'information that verifies an address against the ID token',
    script: (email) => ({
      person: createProviderPerson(email),
      claims: ({ email: _email, ...claims }) => ({ ...claims, email_verified: false }),
      userinfo: (information) => information,
    }),
    problem: 'refused',
    isQuick: true,
  },
  { name: 'information without an address', script: informing({ email: undefined }), problem: 'refused' },

  // The token endpoint
  {
    name: 'no ID token',
    script: (email) => ({ person: createProviderPerson(email), idToken: undefined }),
    problem: 'invalid',
  },
  {
    name: 'ID token that is an object',
    script: (email) => ({ person: createProviderPerson(email), idToken: { sub: 'x' } }),
    problem: 'invalid',
  },
  {
    name: 'ID token of two parts',
    script: (email) => ({ person: createProviderPerson(email), idToken: 'e30.e30' }),
    problem: 'invalid',
  },
  {
    name: 'ID token of five parts',
    script: (email) => ({ person: createProviderPerson(email), idToken: 'a.b.c.d.e' }),
    problem: 'invalid',
  },
  { name: 'answer that is HTML', script: () => ({ answerToken: text('<html>') }), problem: 'invalid' },
  { name: 'answer that is null', script: () => ({ answerToken: text('null') }), problem: 'invalid' },
  { name: 'answer that is empty', script: () => ({ answerToken: text('') }), problem: 'invalid' },
  { name: 'answer of status 500', script: () => ({ answerToken: text('{}', 500) }), problem: 'invalid' },
  { name: 'answer that never ends', script: () => ({ answerToken: endless }), problem: 'unavailable' },
  { name: 'answer that trickles', script: () => ({ answerToken: trickling }), problem: 'unavailable' },
  {
    name: 'connection that breaks',
    script: () => ({ answerToken: (response) => void response.destroy() }),
    problem: 'unavailable',
  },
];
