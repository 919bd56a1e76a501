import 'server-only';
import type { IncomingMessage } from 'node:http';
import type { CallbackReply } from '#lib/callbacks/index.ts';
import {
  answerRequest,
  IncomingHeaders,
  intakeAdmissions,
  parseCallbackUrl,
  refuseMethod,
} from '#lib/callbacks/index.ts';
import type { StatusReply } from './answer-status.ts';
import { answerStatus } from './answer-status.ts';
import { readIncoming } from './read-incoming.ts';

/** A reply of the intake server. */
export type IntakeReply = StatusReply & Partial<Pick<CallbackReply, 'readNow' | 'refused'>>;

/**
 * Answers a request to the intake server: a callback, as the route of the web app does, or a request for its own
 * status.
 */
export async function answerIntakeRequest(request: IncomingMessage): Promise<IntakeReply> {
  const url = request.url ?? '/';
  const address = parseCallbackUrl(url);
  if (address === null) return answerStatus(request, url.split('?', 1)[0] ?? '/');
  if (request.method !== 'POST') return refuseMethod();
  const headers = new IncomingHeaders(request);
  return answerRequest({ ...address, headers, readBody: () => readIncoming(request) }, intakeAdmissions);
}
