import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { currentRequestId, failure, findContext, isOwnRequest, toHttpStatus } from '#lib/access/index.ts';
import { tAccess } from '#lib/messages/access.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { authOptions, startedSession } from '../auth-options.ts';

/** Serves only the next-auth routes that the sign-in page needs. All others answer 404. */

type Given = { params: Promise<{ nextauth: string[] }> };

const largestForm = 16_384;

const refused = (failed: Failure) => Response.json(failed, { status: toHttpStatus(failed.code) });

export async function GET(request: NextRequest, given: Given): Promise<Response> {
  const path = (await given.params).nextauth.join('/');
  if (path === 'session' && (await findContext()) === null) return Response.json({});
  if (path !== 'csrf' && path !== 'session') return new Response(null, { status: 404 });
  return NextAuth(request, given, authOptions({ failure: null }));
}

export async function POST(request: NextRequest, given: Given): Promise<Response> {
  const path = (await given.params).nextauth.join('/');
  if (path !== 'callback/credentials') return new Response(null, { status: 404 });
  const requestId = await currentRequestId();
  const outOfPlace = failure('forbidden', tAccess('pageOutdated'), requestId);
  if (!(await isOwnRequest())) return refused(outOfPlace);
  const size = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!(size <= largestForm)) return new Response(null, { status: 413 });
  const outcome: { failure: Failure | null } = { failure: null };
  const response = await NextAuth(request, given, authOptions(outcome));
  if (outcome.failure !== null) return refused(outcome.failure);
  // Neither a failure nor a session: next-auth's own form token did not match.
  return startedSession(response) ? response : refused(outOfPlace);
}
