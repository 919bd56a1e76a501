import { after } from 'next/server';
import {
  answerCallback,
  countRefusal,
  installEarlyAdmission,
  methodNotAllowed,
} from '#lib/callbacks/index.ts';
import { readAfterCallback } from '#lib/payments/index.ts';

type Address = { readonly params: Promise<{ business: string; secret: string; kind: string }> };

export const maxDuration = 60;

// In our own server, admission is checked before Next handles the request.
installEarlyAdmission();

export async function POST(request: Request, { params }: Address): Promise<Response> {
  const { headers, body } = request;
  const { response, readNow, refused } = await answerCallback({ ...(await params), headers, body });
  if (readNow !== null) after(() => readAfterCallback(readNow));
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
