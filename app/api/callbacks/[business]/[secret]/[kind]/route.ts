import { after } from 'next/server';
import {
  answerCallback,
  countRefusal,
  foldAfterCallback,
  installCallbackServer,
  methodNotAllowed,
} from '#lib/callbacks/index.ts';
import { readAfterCallback } from '#lib/payments/index.ts';
import { env } from '#lib/platform/env.ts';

type Address = { readonly params: Promise<{ business: string; secret: string; kind: string }> };

export const maxDuration = 60;

// Our own server answers further callbacks before Next handles them. On Vercel there is none.
installCallbackServer();

export async function POST(request: Request, { params }: Address): Promise<Response> {
  const { headers, body } = request;
  const { response, readNow, isWaiting, refused } = await answerCallback({
    ...(await params),
    headers,
    body,
  });
  if (readNow !== null) after(() => readAfterCallback(readNow));
  // A function has no worker beside it. Elsewhere the worker folds at once.
  if (isWaiting && env.IS_FUNCTION) after(() => foldAfterCallback());
  if (refused !== null) after(() => countRefusal(refused));
  return response;
}

export {
  methodNotAllowed as DELETE,
  methodNotAllowed as GET,
  methodNotAllowed as HEAD,
  methodNotAllowed as OPTIONS,
  methodNotAllowed as PATCH,
  methodNotAllowed as PUT,
};
