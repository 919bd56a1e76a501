import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import {
  currentRequestIds,
  currentSender,
  findContext,
  isSecure,
  maxSessionHours,
  readDevice,
  rememberDevice,
  removeFormerSessionCookie,
  sessionClaim,
  sessionCookieName,
  sessionCookieOptions,
  toFailure,
} from '#lib/access/index.ts';
import { signIn } from '#lib/people/index.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import type { Failure } from '#lib/values/action-result.ts';

/** The reason of a refused sign-in. next-auth itself can pass on only a word in an address. */
type Outcome = { failure: Failure | null };

async function authorize(credentials: unknown, outcome: Outcome): Promise<{ id: string } | null> {
  const context = createContext({ kind: 'system', name: 'sign-in' }, await currentRequestIds());
  try {
    const sender = { ...(await currentSender()), knownDevice: readDevice };
    const { personId, sessionId, deviceId } = await signIn(context, credentials, sender);
    await rememberDevice(personId, deviceId);
    await removeFormerSessionCookie();
    return { id: sessionId };
  } catch (thrown) {
    outcome.failure = toFailure(thrown, context.requestId, context.log);
    return null;
  }
}

/** The token holds only the session's id. The person and their rights are looked up on each request. */
export const authOptions = (outcome: Outcome): NextAuthOptions => ({
  secret: env.NEXTAUTH_SECRET,
  useSecureCookies: isSecure(),
  cookies: { sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() } },
  session: { strategy: 'jwt', maxAge: maxSessionHours * 3_600 },
  providers: [
    Credentials({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: (credentials) => authorize(credentials, outcome),
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

export const startedSession = (response: Response): boolean =>
  response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookieName()}=`));
