import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import {
  createFailure,
  currentRequestId,
  findContext,
  isOwnRequest,
  toFailure,
  toHttpStatus,
} from '#lib/access/index.ts';
import { tAccess } from '#lib/messages/access.ts';
import { logger } from '#lib/platform/log.ts';
import { singleSignOnSettings } from '#lib/single-sign-on/index.ts';
import type { Failure } from '#lib/values/action-result.ts';
import type { SignInOutcome } from '../auth-options.ts';
import { authOptions, hasStartedSession } from '../auth-options.ts';
import {
  finishSingleSignOn,
  singleSignOnCallbackPath,
  singleSignOnStartPath,
  startSingleSignOn,
} from '../single-sign-on.ts';

/** Serves only the next-auth routes that the sign-in page needs. All others answer 404. */

type RouteInput = { params: Promise<{ nextauth: string[] }> };

/** The steps of a sign-in: a password, a second factor and a passkey. */
const steps = new Set([
  'callback/credentials',
  'callback/second-factor',
  'callback/second-factor-passkey',
  'callback/passkey',
]);

const largestForm = 16_384;

const refused = (failed: Failure) => Response.json(failed, { status: toHttpStatus(failed.code) });

export async function GET(request: NextRequest, input: RouteInput): Promise<Response> {
  const path = (await input.params).nextauth.join('/');
  const settings = path === singleSignOnCallbackPath ? singleSignOnSettings() : null;
  if (settings !== null) return finishSingleSignOn(request, input, settings);
  if (path === 'session' && (await findContext()) === null) return Response.json({});
  if (path !== 'csrf' && path !== 'session') return new Response(null, { status: 404 });
  return NextAuth(request, input, authOptions({ failure: null, next: null }));
}

export async function POST(request: NextRequest, input: RouteInput): Promise<Response> {
  const path = (await input.params).nextauth.join('/');
  const settings = path === singleSignOnStartPath ? singleSignOnSettings() : null;
  if (!steps.has(path) && settings === null) return new Response(null, { status: 404 });
  const requestId = await currentRequestId();
  const outOfPlace = createFailure('forbidden', tAccess('pageOutdated'), requestId);
  if (!(await isOwnRequest())) return refused(outOfPlace);
  const size = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!(size <= largestForm)) return new Response(null, { status: 413 });
  if (settings !== null) {
    try {
      const started = await startSingleSignOn(request, input, settings);
      return started instanceof Response ? started : refused(started);
    } catch (thrown) {
      return refused(toFailure(thrown, requestId, logger({ requestId })));
    }
  }
  const outcome: SignInOutcome = { failure: null, next: null };
  const response = await NextAuth(request, input, authOptions(outcome));
  if (outcome.failure !== null) return refused(outcome.failure);
  // The password was right, and the page of the second step asks for the rest.
  if (outcome.next !== null) return Response.json({ next: outcome.next });
  // Neither a failure nor a session: next-auth's own form token did not match.
  return hasStartedSession(response) ? response : refused(outOfPlace);
}
