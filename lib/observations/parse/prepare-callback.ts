import 'server-only';
import type { Flaw } from '#lib/service/contract/lenient.ts';
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
export const prepareCallback = (observation: CallbackObservation): PreparedCallback =>
  identify(observation, parseCallbackBody(observation));

/** Hashes a callback that can’t be applied for a reason of ours, and names none of its records. */
export const prepareUnparsedCallback = (observation: CallbackObservation, reason: Flaw): PreparedCallback =>
  identify(observation, {
    kind: 'doubtful',
    unreadable: false,
    reasons: [reason],
    subjectId: null,
    paymentId: null,
    clientPaymentId: null,
  });

function identify(observation: CallbackObservation, parsed: ParsedCallback): PreparedCallback {
  const hash = sha256(observation.body);
  const id = toId<MessageId>(contentId([observation.businessId, observation.kind], hash));
  return { observation, parsed, hash, id };
}
