import 'server-only';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { ServiceOutcome } from '#lib/service/index.ts';
import { isSuccess, serviceWords } from '#lib/service/index.ts';
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

/** A reading is usable, or there is a reason that a person understands. */
export type Usable =
  | UsableAnswer
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly startedAt: Instant };

/** A success with a JSON object in it can be read; for all else, what to tell. */
export function usableAnswer(outcome: ServiceOutcome): Usable {
  const { startedAt } = outcome;
  const failed = (code: string, message: string): Usable => ({ kind: 'failed', code, message, startedAt });
  if (outcome.kind !== 'answer')
    return failed(outcome.code, `The service was not reached: ${outcome.message}.`);
  if (!isSuccess(outcome.status)) {
    const words = serviceWords(outcome.bytes);
    return failed(
      `status-${outcome.status}`,
      `The service answered ${outcome.status}${words === null ? '.' : `: ${words}`}`,
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
    return failed('unreadable', `The service answered ${outcome.status} with something that is no record.`);
  } catch (failure) {
    if (!(failure instanceof JsonSyntaxError)) throw failure;
    return failed(
      'unreadable',
      `The service answered ${outcome.status}, but not in JSON: it ${failure.message}.`,
    );
  }
}
