import 'server-only';
import type { MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { CallbackObservation } from '../fold/callback-observation.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import { contentId, sha256 } from './content-id.ts';
import { readReceived } from './read-received.ts';

/** A callback as far as it can be seen through without the database. */
export type PreparedCallback = {
  readonly given: CallbackObservation;
  readonly read: ParsedCallback;
  readonly hash: Buffer;
  readonly id: MessageId;
};

export function prepareCallback(given: CallbackObservation): PreparedCallback {
  const hash = sha256(given.body);
  return {
    given,
    read: readReceived(given),
    hash,
    id: toId<MessageId>(contentId([given.businessId, given.kind], hash)),
  };
}
