import 'server-only';
import type { MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { CallbackObservation } from '../fold/callback-observation.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import { contentId, sha256 } from './content-id.ts';
import { parseCallbackBody } from './parse-callback-body.ts';

/** A callback with everything that can be computed without the database. */
export type PreparedCallback = {
  readonly observation: CallbackObservation;
  readonly parsed: ParsedCallback;
  readonly hash: Buffer;
  readonly id: MessageId;
};

/** Parses and hashes a callback before any lock is taken. */
export function prepareCallback(observation: CallbackObservation): PreparedCallback {
  const hash = sha256(observation.body);
  return {
    observation,
    parsed: parseCallbackBody(observation),
    hash,
    id: toId<MessageId>(contentId([observation.businessId, observation.kind], hash)),
  };
}
