import { createHmac } from 'node:crypto';
import type { Settings } from '../settings.ts';

/** Makes the signature header, where the settings enable one. §6.3 shows no signature. */
export const createCallbackSigner =
  ({ assumed, signatureSecret }: Pick<Settings, 'assumed' | 'signatureSecret'>) =>
  (body: Uint8Array): Readonly<Record<string, string>> =>
    assumed.SERVICE_CALLBACK_SIGNATURE === 'off'
      ? {}
      : {
          [assumed.SERVICE_CALLBACK_SIGNATURE_HEADER.toLowerCase()]: createHmac(
            assumed.SERVICE_CALLBACK_SIGNATURE_ALGORITHM,
            signatureSecret,
          )
            .update(body)
            .digest(assumed.SERVICE_CALLBACK_SIGNATURE_ENCODING),
        };
