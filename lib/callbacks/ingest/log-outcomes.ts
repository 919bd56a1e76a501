import 'server-only';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { OutageLog } from '#lib/platform/outage-log.ts';
import { classifyError, summarizeError } from './classify-error.ts';
import type { BusyOutcome, ReceiveOutcome } from './receive-batch.ts';

const outage = new OutageLog();

/** Logs one line for the stored callbacks of a batch, and one for each kind of failure. */
export function logOutcomes(
  { log }: Context<SystemActor>,
  all: readonly { readonly kind: string }[],
  outcomes: readonly (ReceiveOutcome | BusyOutcome)[],
  milliseconds: number,
): void {
  const verdicts: Record<string, number> = {};
  const outages = new Map<string, number>();
  for (const [index, outcome] of outcomes.entries()) {
    const kind = all[index]?.kind;
    if (outcome.kind === 'busy') {
      verdicts['busy'] = (verdicts['busy'] ?? 0) + 1;
      continue;
    }
    if (outcome.kind === 'failed') {
      const { failure } = outcome;
      // An outage causes many equal failures, so they are counted and logged without a stack trace.
      if (classifyError(failure) !== 'outage')
        log.error({ error: failure, kind }, 'a callback was not stored');
      else outages.set(summarizeError(failure), (outages.get(summarizeError(failure)) ?? 0) + 1);
      continue;
    }
    const { verdict, repeat } = outcome.observed;
    const label = repeat ? 'repeat' : verdict;
    verdicts[label] = (verdicts[label] ?? 0) + 1;
  }
  for (const [reason, count] of outages)
    if (outage.fail(reason)) log.warn({ reason, count }, 'callbacks are not stored until the outage ends');
  if (Object.keys(verdicts).length === 0) return;
  const ended = outages.size === 0 ? outage.succeed() : null;
  if (ended !== null) log.info(ended, 'callbacks are stored again');
  log.info({ ...verdicts, milliseconds: Math.round(milliseconds) }, 'callbacks were received');
}
