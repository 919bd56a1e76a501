import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import {
  admitSingleSignOn,
  createFailure,
  currentRequestId,
  findContext,
  readRequestSender,
} from '#lib/access/index.ts';
import { tAccess, tSignIn } from '#lib/messages/access.ts';
import { env } from '#lib/platform/env.ts';
import type { SingleSignOnSettings } from '#lib/single-sign-on/index.ts';
import {
  auditRefusedConfirmation,
  createSingleSignOnAttempt,
  isProviderAddress,
} from '#lib/single-sign-on/index.ts';
import type { ConfirmationProblem, ConfirmationResult } from '#lib/single-sign-on/model.ts';
import { confirmationField, providerId } from '#lib/single-sign-on/model.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { Problem } from '#lib/values/errors.ts';
import { hasStartedSession, singleSignOnOptions } from './auth-options.ts';
import type { StoredConfirmation } from './flow-cookies.ts';
import {
  clearSignInCookies,
  isOwnState,
  readConfirmation,
  readDestination,
  storeConfirmation,
  storeConfirmationResult,
} from './flow-cookies.ts';

/**
 * The two requests of single sign-on: the one that leads to the provider, and the one with its answer. Both also confirm
 * who a signed-in person is. That opens no session.
 */

export const singleSignOnStartPath = `signin/${providerId}`;
export const singleSignOnCallbackPath = `callback/${providerId}`;

type RouteInput = { params: Promise<{ nextauth: string[] }> };

/** Returns the sign-in page with the problem. The cookies of the attempt are gone. */
async function toSignInPage(problem: ConfirmationProblem): Promise<Response> {
  const destination = await readDestination();
  await clearSignInCookies();
  const query = new URLSearchParams({
    problem,
    ...(destination !== '/' && { callbackUrl: destination }),
  });
  return new Response(null, {
    status: 303,
    headers: { location: `/sign-in?${query}`, 'cache-control': 'private, no-store' },
  });
}

/** Returns the page that the person left to confirm who they are, which shows the result. */
async function toLeftPage(result: ConfirmationResult): Promise<Response> {
  const location = await readDestination();
  await clearSignInCookies();
  await storeConfirmationResult(result);
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'private, no-store' } });
}

/** Returns true if the form asks to confirm who the signed-in person is. */
const isConfirmationForm = async (request: NextRequest): Promise<boolean> =>
  new URLSearchParams(await request.clone().text()).get(confirmationField) === 'true';

/** Returns a request to next-auth with these parameters and no others, so that no page adds one to the protocol. */
async function withParameters(
  request: NextRequest,
  parameters: Readonly<Record<string, string>>,
): Promise<NextRequest> {
  const url = new URL(request.nextUrl.pathname, env.APP_URL);
  url.search = new URLSearchParams(parameters).toString();
  const { method, headers } = request;
  return new NextRequest(url, { method, headers, ...(method === 'POST' && { body: await request.text() }) });
}

/**
 * Starts a sign-in, or a confirmation of the signed-in person: answers `{ url }` with the provider's address, or a failure if the provider can't be reached. The
 * caller has checked the origin of the request.
 */
export async function startSingleSignOn(
  request: NextRequest,
  input: RouteInput,
  settings: SingleSignOnSettings,
): Promise<Response | Failure> {
  const { name } = settings;
  await admitSingleSignOn((await readRequestSender()).address);
  const person = (await isConfirmationForm(request)) ? await findContext() : undefined;
  if (person === null)
    return createFailure('unauthenticated', tAccess('sessionEnded'), await currentRequestId());
  const confirmation = person === undefined ? null : { person, since: person.clock.now() };
  const attempt = createSingleSignOnAttempt();
  const options = await singleSignOnOptions(settings, attempt, confirmation);
  const response = await NextAuth(await withParameters(request, {}), input, options);
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const address: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'url') : null;
  const leadsTo = typeof address === 'string' ? URL.parse(address) : null;
  if (leadsTo !== null && leadsTo.origin !== new URL(env.APP_URL).origin)
    if (isProviderAddress(leadsTo.href, settings)) {
      const state = leadsTo.searchParams.get('state') ?? '';
      if (confirmation !== null)
        await storeConfirmation({
          state,
          sessionId: confirmation.person.actor.sessionId,
          since: confirmation.since,
        });
      return response;
    }
  // next-auth's own form token did not match.
  if (leadsTo?.searchParams.get('csrf') === 'true')
    return createFailure('forbidden', tAccess('pageOutdated'), await currentRequestId());
  return createFailure(
    'unavailable',
    tSignIn('singleSignOn.problem.unavailable', { name }),
    await currentRequestId(),
  );
}

/** Another person who uses this browser may cause these problems. */
const suspicious: ReadonlySet<ConfirmationProblem> = new Set(['other-person', 'not-recent', 'invalid']);

/** Ends a confirmation with the provider's answer. It counts only for the session that began it. */
async function finishConfirmation(
  request: NextRequest,
  input: RouteInput,
  settings: SingleSignOnSettings,
  { sessionId, since }: StoredConfirmation,
): Promise<Response> {
  const person = await findContext();
  if (person === null) return toSignInPage('restart');
  if (person.actor.sessionId !== sessionId) return toLeftPage('restart');
  const attempt = createSingleSignOnAttempt();
  await NextAuth(request, input, await singleSignOnOptions(settings, attempt, { person, since }));
  if (attempt.isConfirmed) return toLeftPage('confirmed');
  const problem = attempt.problem ?? 'unavailable';
  if (suspicious.has(problem)) await auditRefusedConfirmation(person);
  return toLeftPage(problem);
}

/** Ends a sign-in with the provider's answer: opens a session, or returns to the sign-in page with the problem. */
export async function finishSingleSignOn(
  request: NextRequest,
  input: RouteInput,
  settings: SingleSignOnSettings,
): Promise<Response> {
  const search = request.nextUrl.searchParams;
  const state = search.get('state');
  const stored = await readConfirmation(state);
  const refuse = stored === null ? toSignInPage : toLeftPage;
  if (state === null || !(await isOwnState(state))) return refuse('restart');
  // Only an answer to this browser's own start counts. Another website could use up the limit of an office.
  try {
    await admitSingleSignOn((await readRequestSender()).address);
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'throttled') return refuse('throttled');
    throw thrown;
  }
  if (search.has('error')) return refuse('canceled');
  const code = search.get('code');
  if (code === null) return refuse('invalid');
  const issuer = search.get('iss');
  const answered = await withParameters(request, { code, state, ...(issuer !== null && { iss: issuer }) });
  if (stored !== null) return finishConfirmation(answered, input, settings, stored);
  const attempt = createSingleSignOnAttempt();
  const options = await singleSignOnOptions(settings, attempt);
  const response = await NextAuth(answered, input, options);
  // Without a problem of its own, next-auth failed before the exchange: at the discovery document.
  if (attempt.sessionId === null || !hasStartedSession(response))
    return toSignInPage(attempt.problem ?? 'unavailable');
  return response;
}
