import 'server-only';
import { tConnectionChecks } from '#lib/messages/connection-checks.ts';
import type { Context } from '#lib/platform/context.ts';
import { createServiceClient, isSuccess, readServiceMessage, serviceSettings } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { describeClockSkew, measureClockSkew } from './check-results.ts';
import type { CheckOutcome } from './store.ts';

/** Checks credentials and clocks by a signed read of the business, even if that read needs no signature. */
export async function checkCredentials(
  context: Context,
  businessId: BusinessId,
): Promise<[CheckOutcome, CheckOutcome]> {
  const signed = createServiceClient(context.clock, {
    ...serviceSettings(),
    businessAuthentication: 'signed',
  });
  const answer = await signed.readBusiness(businessId);
  const key = 'credentials';
  if (answer.kind !== 'answer') {
    const message = tConnectionChecks('credentials.unreachable', { reason: answer.message });
    return [
      { key, state: 'bad', message },
      { key: 'clock', state: 'attention', message: tConnectionChecks('clock.unreachable') },
    ];
  }
  const skew = measureClockSkew(answer.date, answer.startedAt, context.clock.now());
  const clock: CheckOutcome = { key: 'clock', ...describeClockSkew(skew) };
  if (isSuccess(answer.status))
    return [{ key, state: 'good', message: tConnectionChecks('credentials.accepted') }, clock];
  const text = readServiceMessage(answer.bytes);
  const status = String(answer.status);
  const message =
    text === null
      ? tConnectionChecks('credentials.answered', { status })
      : tConnectionChecks('credentials.answeredWithText', { status, text });
  const isRefused = answer.status === 401 || answer.status === 403;
  return [{ key, state: isRefused ? 'bad' : 'attention', message }, clock];
}
