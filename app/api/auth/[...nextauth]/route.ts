import type { NextRequest } from 'next/server';
import type { NextAuthOptions } from 'next-auth';
import NextAuth from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import {
  currentRequestId,
  currentSender,
  failure,
  failureOf,
  findContext,
  isOurRequest,
  isSecure,
  knownDevice,
  longestHours,
  rememberDevice,
  sessionClaim,
  sessionCookieName,
  statusOf,
} from '#lib/access/index.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { signIn } from '#lib/people/index.ts';

const largestForm = 16_384;

/** Who is allowed in is `signIn`'s to say; what goes wrong travels through next-auth as the text of an error. */
async function authorize(credentials: unknown): Promise<{ id: string }> {
  const context = createContext({ kind: 'system', name: 'sign-in' }, { requestId: await currentRequestId() });
  try {
    const signedIn = await signIn(context, credentials, { ...(await currentSender()), knownDevice });
    await rememberDevice(signedIn.personId, await knownDevice(signedIn.personId));
    return { id: signedIn.sessionId };
  } catch (thrown) {
    throw new Error(JSON.stringify(failureOf(thrown, context.requestId, context.log)));
  }
}

const options = (): NextAuthOptions => ({
  secret: env.NEXTAUTH_SECRET,
  useSecureCookies: isSecure(),
  pages: { signIn: '/sign-in', error: '/sign-in' },
  session: { strategy: 'jwt', maxAge: longestHours * 3_600 },
  providers: [
    Credentials({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize,
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { [sessionClaim]: user.id } : token),
    session: async ({ session }) => {
      const actor = (await findContext())?.actor;
      return { expires: session.expires, ...(actor && { user: { name: actor.name, email: actor.email } }) };
    },
  },
});

type Given = { params: Promise<{ nextauth: string[] }> };

const notFound = () => new Response(null, { status: 404 });

/** next-auth's answer to a refused sign-in is an address with the error in it; ours is the failure itself. */
async function answer(response: Response): Promise<Response> {
  const isSignedIn = response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookieName()}=`));
  if (isSignedIn) return response;
  const requestId = await currentRequestId();
  const url = response.headers.get('location') ?? (await response.text());
  const told = /error=([^"&]+)/.exec(url)?.[1];
  const failed = readFailure(told, requestId);
  return Response.json(failed, { status: statusOf(failed.code) });
}

export async function GET(request: NextRequest, given: Given): Promise<Response> {
  const [action] = (await given.params).nextauth;
  if (action === 'csrf') return NextAuth(request, given, options());
  if (action === 'session') return (await findContext()) === null ? Response.json({}) : NextAuth(request, given, options());
  return notFound();
}
