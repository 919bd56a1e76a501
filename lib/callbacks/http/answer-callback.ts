import 'server-only';
import { webAdmissions } from './admission.ts';
import { answerRequest } from './answer-request.ts';
import { readBody } from './read-body.ts';
import type { CallbackReply } from './reply.ts';
import { refuseMethod } from './reply.ts';

/** A request to a callback address as a Next route receives it. The body is unread. */
export type RoutedCallback = {
  readonly business: string;
  readonly secret: string;
  readonly kind: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
};

/** Returns the response for a route, and the work to do after it is sent. */
export async function answerCallback({
  body,
  ...request
}: RoutedCallback): Promise<
  Pick<CallbackReply, 'readNow' | 'isWaiting' | 'refused'> & { response: Response }
> {
  const routed = { ...request, readBody: () => readBody(body) };
  const { readNow, isWaiting, refused, ...reply } = await answerRequest(routed, webAdmissions);
  return { response: new Response(null, reply), readNow, isWaiting, refused };
}

/** Returns the response to any method but POST. */
export const methodNotAllowed = (): Response => new Response(null, refuseMethod());
