import type { HostileAnswer } from './hostile-answer.ts';
import { createProviderPerson } from './hostile-answer.ts';
import type { ProviderScript } from './scripted-provider.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Replaces claims of a token that is right otherwise. */
const claiming =
  (change: (email: string, issuer: string) => Readonly<Record<string, unknown>>): HostileAnswer['script'] =>
  (email) => ({
    person: createProviderPerson(email),
    claims: (claims, issuer) => ({ ...claims, ...change(email, issuer) }),
  });

const without =
  (name: string): HostileAnswer['script'] =>
  (email) => ({
    person: createProviderPerson(email),
    claims: (claims) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name)),
  });

const signed =
  (signature: ProviderScript['signature'], header: ProviderScript['header'] = {}): HostileAnswer['script'] =>
  (email) => ({ person: createProviderPerson(email), ...(signature !== undefined && { signature }), header });

/** Tokens that are wrong, and people who may not be linked. */
export const tokenAnswers: readonly HostileAnswer[] = [
  // Claims of the token
  {
    name: 'wrong issuer',
    script: claiming(() => ({ iss: 'https://evil.test' })),
    problem: 'invalid',
    isQuick: true,
  },
  {
    name: 'issuer with a final slash',
    script: claiming((_, issuer) => ({ iss: `${issuer}/` })),
    problem: 'invalid',
  },
  { name: 'wrong audience', script: claiming(() => ({ aud: 'another' })), problem: 'invalid', isQuick: true },
  {
    name: 'several audiences without azp',
    script: claiming(() => ({ aud: ['client', 'another'] })),
    problem: 'invalid',
  },
  {
    name: 'another authorized party',
    script: claiming(() => ({ aud: ['client', 'x'], azp: 'x' })),
    problem: 'invalid',
  },
  {
    name: 'expired',
    script: claiming(() => ({ exp: nowSeconds() - 60 })),
    problem: 'invalid',
    isQuick: true,
  },
  { name: 'expiry as text', script: claiming(() => ({ exp: '9999999999' })), problem: 'invalid' },
  {
    name: 'issued in the future',
    script: claiming(() => ({ iat: nowSeconds() + 300 })),
    problem: 'invalid',
    isQuick: true,
  },
  { name: 'not valid yet', script: claiming(() => ({ nbf: nowSeconds() + 300 })), problem: 'invalid' },
  {
    name: 'another nonce',
    script: claiming(() => ({ nonce: 'another' })),
    problem: 'invalid',
    isQuick: true,
  },
  { name: 'missing nonce', script: without('nonce'), problem: 'invalid', isQuick: true },
  { name: 'missing issuer', script: without('iss'), problem: 'invalid' },
  { name: 'missing audience', script: without('aud'), problem: 'invalid' },
  { name: 'missing expiry', script: without('exp'), problem: 'invalid' },
  { name: 'missing time of issue', script: without('iat'), problem: 'invalid' },
  { name: 'missing subject', script: without('sub'), problem: 'invalid' },
  {
    name: 'subject of 256 characters',
    script: claiming(() => ({ sub: 'x'.repeat(256) })),
    problem: 'refused',
  },
  { name: 'subject with NUL', script: claiming(() => ({ sub: 'a\u0000b' })), problem: 'refused' },
  {
    name: 'another at_hash',
    script: claiming(() => ({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' })),
    problem: 'invalid',
  },

  // Signatures
  { name: 'alg none', script: signed('none'), problem: 'invalid', isQuick: true },
  { name: 'alg None', script: signed('none', { alg: 'None' }), problem: 'invalid' },
  { name: 'HS256 with the client secret', script: signed('HS256'), problem: 'invalid', isQuick: true },
  { name: 'HS256 with the public key', script: signed('HS256-key'), problem: 'invalid' },
  { name: 'HMAC that says RS256', script: signed('HS256', { alg: 'RS256' }), problem: 'invalid' },
  { name: 'an algorithm that is not configured: ES256', script: signed('ES256'), problem: 'invalid' },
  { name: 'an algorithm that is not configured: PS256', script: signed('PS256'), problem: 'invalid' },
  { name: 'key of a stranger', script: signed('stranger'), problem: 'invalid', isQuick: true },
  {
    name: 'key of a stranger in the header',
    script: signed('stranger', { jwk: {}, jku: 'https://evil.test/k' }),
    problem: 'invalid',
  },
  { name: 'broken signature', script: signed('broken'), problem: 'invalid' },
  { name: 'unknown key id', script: signed('RS256', { kid: 'unknown' }), problem: 'invalid' },
  { name: 'algorithm as a list', script: signed('RS256', { alg: ['RS256'] }), problem: 'invalid' },

  // Addresses: who may be linked
  {
    name: 'unverified address',
    script: claiming(() => ({ email_verified: false })),
    problem: 'refused',
    isQuick: true,
  },
  { name: 'verified as text', script: claiming(() => ({ email_verified: 'true' })), problem: 'refused' },
  { name: 'verified as number', script: claiming(() => ({ email_verified: 1 })), problem: 'refused' },
  { name: 'no statement about the address', script: without('email_verified'), problem: 'refused' },
  { name: 'no address', script: without('email'), problem: 'refused' },
  { name: 'address as a list', script: claiming((email) => ({ email: [email] })), problem: 'refused' },
  {
    name: 'another domain',
    script: claiming((email) => ({ email: email.replace(/@.*/, '@evil.test') })),
    problem: 'refused',
    isQuick: true,
  },
  {
    name: 'subdomain',
    script: claiming((email) => ({ email: email.replace('@', '@sub.') })),
    problem: 'refused',
  },
  {
    name: 'domain as a part',
    script: claiming((email) => ({ email: `${email}.evil.test` })),
    problem: 'refused',
  },
  {
    name: 'two at signs',
    script: claiming((email) => ({ email: `a@evil.test@${email.split('@')[1]}` })),
    problem: 'refused',
  },
  {
    name: 'address with a plus sign',
    script: claiming((email) => ({ email: email.replace('@', '+x@') })),
    problem: 'refused',
    isQuick: true,
  },
  {
    name: 'Cyrillic letter',
    script: claiming((email) => ({ email: email.replace('e', '\u0435') })),
    problem: 'refused',
    isQuick: true,
  },
  {
    name: 'Kelvin sign',
    script: claiming((email) => ({ email: email.replace('k', '\u212a') })),
    problem: 'refused',
  },
  {
    name: 'fullwidth at sign',
    script: claiming((email) => ({ email: email.replace('@', '\uff20') })),
    problem: 'refused',
  },
  {
    name: 'zero-width space',
    script: claiming((email) => ({ email: email.replace('@', '\u200b@') })),
    problem: 'refused',
  },
  {
    name: 'line break',
    script: claiming((email) => ({ email: `${email}\nbcc: a@evil.test` })),
    problem: 'refused',
  },
  {
    name: 'a whole megabyte of address',
    script: claiming((email) => ({ email: `${'x'.repeat(100_000)}${email}` })),
    problem: 'refused',
  },
];
