import 'server-only';
import { tBusinesses } from '#lib/messages/new-payment.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { ServiceOutcome } from '#lib/service/index.ts';
import { isSuccess, readServiceMessage } from '#lib/service/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonSyntaxError } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';

export type UsableAnswer = {
  readonly kind: 'usable';
  readonly value: JsonObject;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly flaws: readonly Flaw[];
  readonly startedAt: Instant;
};

/** A usable reading, or a reason that a person understands. */
export type CheckedAnswer =
  | UsableAnswer
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly startedAt: Instant };

/** Checks that the service answered with a JSON object. Explains any other outcome. */
export function checkAnswer(outcome: ServiceOutcome): CheckedAnswer {
  const { startedAt } = outcome;
  const failed = (code: string, message: string): CheckedAnswer => ({
    kind: 'failed',
    code,
    message,
    startedAt,
  });
  if (outcome.kind !== 'answer')
    return failed(outcome.code, tBusinesses('unreachable', { reason: outcome.message }));
  const status = String(outcome.status);
  if (!isSuccess(outcome.status)) {
    const reason = readServiceMessage(outcome.bytes);
    return failed(
      `status-${outcome.status}`,
      reason === null
        ? tBusinesses('answered', { status })
        : tBusinesses('answeredWithReason', { status, reason }),
    );
  }
  try {
    const { value, flaws } = parseJsonBytes(outcome.bytes);
    if (isJsonObject(value))
      return {
        kind: 'usable',
        value,
        bytes: outcome.bytes,
        flaws: flaws.map(({ path, flaw }) => ({ path, problem: flaw })),
        startedAt,
      };
    return failed('unreadable', tBusinesses('notRecord', { status }));
  } catch (failure) {
    if (!(failure instanceof JsonSyntaxError)) throw failure;
    return failed('unreadable', tBusinesses('notJson', { status, problem: failure.message }));
  }
}
