import { NextRequest } from 'next/server';
import { expect, test, vi } from 'vitest';
import { finishSingleSignOn } from './single-sign-on.ts';

const admit = vi.hoisted(() => vi.fn());
vi.mock('#lib/access/index.ts', async (original) => ({
  ...(await original<object>()),
  admitSingleSignOn: admit,
  readRequestSender: async () => ({ address: '192.0.2.1' }),
}));
vi.mock('./flow-cookies.ts', () => ({
  callbackUrlCookie: () => ({ name: 'callback-url', options: {} }),
  flowCookies: () => ({}),
  isOwnState: async (state: string) => state === 'own',
  readConfirmation: async () => null,
  readDestination: async () => '/',
  clearSignInCookies: async () => {},
}));

const settings = {
  issuer: 'https://login.corp.test',
  clientId: 'client',
  clientSecret: 'secret',
  name: 'Example Corp',
  algorithm: 'RS256',
  domains: ['corp.test'],
} as const;
const routeContext = { params: Promise.resolve({ nextauth: ['callback', 'single-sign-on'] }) };

async function answer(query: string): Promise<string | null> {
  const request = new NextRequest(`http://localhost:3000/api/auth/callback/single-sign-on?${query}`);
  return (await finishSingleSignOn(request, routeContext, settings)).headers.get('location');
}

test('counts an answer only if this browser began the sign-in', async () => {
  for (const query of ['', 'error=x', 'state=foreign&code=1'])
    expect(await answer(query)).toBe('/sign-in?problem=restart');
  expect(admit).not.toHaveBeenCalled();
  expect(await answer('state=own&error=access_denied')).toBe('/sign-in?problem=canceled');
  expect(admit).toHaveBeenCalledExactlyOnceWith('192.0.2.1');
});
