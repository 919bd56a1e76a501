import type { NextAuthOptions } from 'next-auth';
import type { JWTDecodeParams } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import {
  currentRequestIds,
  decodeToken,
  findContext,
  isServedOverHttps,
  maxSessionMs,
  readDevice,
  readRequestSender,
  rememberDevice,
  removeFormerSessionCookie,
  sessionCookieName,
  sessionCookieOptions,
  sessionIdClaim,
  toFailure,
} from '#lib/access/index.ts';
import {
  passSecondStep,
  readPendingToken,
  removePendingToken,
  signIn,
  storePendingToken,
} from '#lib/factors/index.ts';
import { secondStepForm } from '#lib/factors/schema.ts';
import { tAccess } from '#lib/messages/access.ts';
import { passSecondStepWithPasskey, signInWithPasskey } from '#lib/passkeys/index.ts';
import type { SignedIn } from '#lib/people/index.ts';
import { signOut } from '#lib/people/index.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';
import type { SingleSignOnAttempt, SingleSignOnSettings } from '#lib/single-sign-on/index.ts';
import {
  createIdentityProvider,
  reauthenticateWithIdentity,
  SingleSignOnError,
  signInWithIdentity,
} from '#lib/single-sign-on/index.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { Problem } from '#lib/values/errors.ts';
import type { Instant } from '#lib/values/instant.ts';
import { callbackUrlCookie, flowCookies } from './flow-cookies.ts';

/**
 * How a sign-in without a session ended: with a refusal, or with a page that asks for the second factor. next-auth itself
 * can pass on only a word in an address.
 */
export type SignInOutcome = { failure: Failure | null; next: string | null };

/** The page of the second step. */
const secondFactorPath = '/sign-in/second-factor';

type Step = (context: Context<SystemActor>, outcome: SignInOutcome) => Promise<{ id: string } | null>;

async function authorize(outcome: SignInOutcome, step: Step): Promise<{ id: string } | null> {
  const context = createContext({ kind: 'system', name: 'sign-in' } as const, await currentRequestIds());
  try {
    return await step(context, outcome);
  } catch (thrown) {
    outcome.failure = toFailure(thrown, context.requestId, context.log);
    return null;
  }
}

/** Settles a new session in this browser: it replaces the one that the browser had, which ends for good. */
async function settleSession({ personId, deviceId }: SignedIn): Promise<void> {
  const former = await findContext();
  if (former !== null) await signOut(former);
  await rememberDevice(personId, deviceId);
  await removeFormerSessionCookie();
}

async function start(signedIn: SignedIn): Promise<{ id: string }> {
  const { sessionId } = signedIn;
  await settleSession(signedIn);
  await removePendingToken();
  return { id: sessionId };
}

const findSender = async () => ({ ...(await readRequestSender()), knownDevice: readDevice });

const checkPassword =
  (credentials: unknown): Step =>
  async (context, outcome) => {
    const answer = await signIn(context, credentials, await findSender());
    if (answer.kind === 'opened') return start(answer);
    await storePendingToken(answer.token);
    outcome.next = secondFactorPath;
    return null;
  };

/** Form fields are texts. An empty code means that the set-up has verified the factor already. */
const toSecondStep = ({ code = '', remember = '' }: Partial<Record<'code' | 'remember', string>>) => ({
  answer: code === '' ? null : { kind: 'code', code },
  remember: remember === 'true',
});

const checkSecondFactor =
  (fields: Partial<Record<'code' | 'remember', string>>): Step =>
  async (context) => {
    const parsed = secondStepForm.safeParse(toSecondStep(fields));
    if (!parsed.success) throw new Problem('invalid', tAccess('checkFields'));
    const input = { ...parsed.data, token: await readPendingToken() };
    return start(await passSecondStep(context, input, await readRequestSender()));
  };

/** Returns the JSON of a form field, or null. */
function parseField(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

const checkPasskey =
  (assertion: string | undefined): Step =>
  async (context) =>
    start(await signInWithPasskey(context, parseField(assertion), await findSender()));

const checkPasskeyStep =
  ({ assertion, remember }: Partial<Record<'assertion' | 'remember', string>>): Step =>
  async (context) => {
    const input = { assertion: parseField(assertion), remember: remember === 'true' };
    return start(
      await passSecondStepWithPasskey(context, input, await readPendingToken(), await readRequestSender()),
    );
  };

const maxReasonLength = 300;

/** next-auth itself would log tokens and profiles. Only the reason of an error is kept. */
const quietLogger = {
  error: (code: string, metadata: Error | { readonly error: Error }) => {
    const reason = metadata instanceof Error ? metadata.message : metadata.error.message;
    logger().warn({ code, reason: reason.slice(0, maxReasonLength) }, 'next-auth failed');
  },
  warn: () => undefined,
  debug: () => undefined,
};

/** The options of both ways of signing in. The token holds only the session's id: rights are looked up on each request. */
const commonOptions = () =>
  ({
    secret: env.NEXTAUTH_SECRET,
    useSecureCookies: isServedOverHttps(),
    cookies: {
      sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() },
      callbackUrl: callbackUrlCookie(),
    },
    jwt: { decode: async ({ token = '', salt }: JWTDecodeParams) => decodeToken(token, salt) },
    session: { strategy: 'jwt', maxAge: maxSessionMs() / 1_000 },
    logger: quietLogger,
  }) as const;

/** The options for signing in with a password, and for reading the session. */
export const authOptions = (outcome: SignInOutcome): NextAuthOptions => ({
  ...commonOptions(),
  providers: [
    Credentials({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: (credentials) => authorize(outcome, checkPassword(credentials)),
    }),
    // A further kind of factor adds a provider with its own fields.
    Credentials({
      id: 'second-factor',
      credentials: { code: { type: 'text' }, remember: { type: 'text' } },
      authorize: (fields) => authorize(outcome, checkSecondFactor(fields ?? {})),
    }),
    Credentials({
      id: 'second-factor-passkey',
      credentials: { assertion: { type: 'text' }, remember: { type: 'text' } },
      authorize: (fields) => authorize(outcome, checkPasskeyStep(fields ?? {})),
    }),
    Credentials({
      id: 'passkey',
      credentials: { assertion: { type: 'text' } },
      authorize: (fields) => authorize(outcome, checkPasskey(fields?.assertion)),
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { [sessionIdClaim]: user.id } : token),
    session: async ({ session }) => {
      const actor = (await findContext())?.actor;
      return { expires: session.expires, ...(actor && { user: { name: actor.name, email: actor.email } }) };
    },
  },
});

/** Opens a session for verified claims. Returns false, and notes the problem, if that doesn't work. */
async function openIdentity(
  context: Context<SystemActor>,
  claims: unknown,
  settings: SingleSignOnSettings,
  attempt: SingleSignOnAttempt,
): Promise<boolean> {
  try {
    const sender = { ...(await readRequestSender()), knownDevice: readDevice };
    const signedIn = await signInWithIdentity(
      context,
      { claims, authenticatedAt: attempt.authenticatedAt },
      settings,
      sender,
    );
    attempt.sessionId = signedIn.sessionId;
    await settleSession(signedIn);
    return true;
  } catch (thrown) {
    noteProblem(context, thrown, attempt);
    return false;
  }
}

function noteProblem(context: Context, thrown: unknown, attempt: SingleSignOnAttempt): void {
  if (thrown instanceof SingleSignOnError) {
    attempt.problem = thrown.problem;
    context.log.info({ problem: thrown.problem, reason: thrown.message }, 'single sign-on refused');
  } else if (thrown instanceof Problem && thrown.code === 'unauthenticated') {
    attempt.problem = 'restart';
  } else {
    attempt.problem = 'failed';
    context.log.error({ error: thrown }, 'single sign-on failed');
  }
}

/** A signed-in person who confirms by single sign-on who they are, with a sign-in at the provider since then. */
type Confirmation = { readonly person: Context<PersonActor>; readonly since: Instant };

/** Confirms the signed-in person, and notes the result. Always returns false, so that next-auth opens no session. */
async function confirmIdentity(
  { person }: Confirmation,
  claims: unknown,
  settings: SingleSignOnSettings,
  attempt: SingleSignOnAttempt,
): Promise<false> {
  try {
    await reauthenticateWithIdentity(person, claims, settings, (await readRequestSender()).address);
    attempt.isConfirmed = true;
  } catch (thrown) {
    noteProblem(person, thrown, attempt);
  }
  return false;
}

/** The options for single sign-on. With a confirmation it opens no session. */
export async function singleSignOnOptions(
  settings: SingleSignOnSettings,
  attempt: SingleSignOnAttempt,
  confirmation: Confirmation | null = null,
): Promise<NextAuthOptions> {
  const context = createContext<SystemActor>(
    { kind: 'system', name: 'single-sign-on' },
    await currentRequestIds(),
  );
  const common = commonOptions();
  return {
    ...common,
    cookies: { ...common.cookies, ...flowCookies() },
    providers: [
      createIdentityProvider(settings, {
        attempt,
        context,
        ...(confirmation !== null && { renewedSince: confirmation.since }),
      }),
    ],
    callbacks: {
      signIn: ({ profile }) =>
        confirmation === null
          ? openIdentity(context, profile, settings, attempt)
          : confirmIdentity(confirmation, profile, settings, attempt),
      jwt: () => ({ [sessionIdClaim]: attempt.sessionId }),
    },
  };
}

export const hasStartedSession = (response: Response): boolean =>
  response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookieName()}=`));
