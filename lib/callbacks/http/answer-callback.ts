import 'server-only';
import { answerRequest } from './answer-request.ts';
import { readBody } from './read-body.ts';
import type { CallbackReply } from './reply.ts';
import { refuseMethod } from './reply.ts';

/** A request to a callback address as a route of Next has it: the parts of its path, its headers, its unread body. */
export type RoutedCallback = {
  readonly business: string;
  readonly secret: string;
  readonly kind: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
};

/** The answer for a route, and what is to be done once it is given. */
export async function answerCallback({
  body,
  ...request
}: RoutedCallback): Promise<Pick<CallbackReply, 'readNow' | 'refused'> & { response: Response }> {
  const { readNow, refused, ...reply } = await answerRequest({
    ...request,
    readBody: () => readBody(body),
  });
  return { response: new Response(null, reply), readNow, refused };
}

/** Anything but POST. */
export const methodNotAllowed = (): Response => new Response(null, refuseMethod());
