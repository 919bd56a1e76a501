import 'server-only';
import { tConnectionChecks } from '#lib/messages/operations.ts';
import type { Context } from '#lib/platform/context.ts';
import type { ServiceKey } from '#lib/platform/model-service-keys.ts';
import { createServiceClient, isSuccess, readServiceMessage, serviceSettings } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { describeClockSkew, measureClockSkew } from './check-results.ts';
import type { CheckOutcome } from './store.ts';

type Checked = readonly [credentials: CheckOutcome, clock: CheckOutcome];

/**
 * Checks credentials and clocks by a signed read of the business, even if that read needs no signature. While a key replaces
 * another, each is checked, and the weaker result counts.
 */
export async function checkCredentials(context: Context, businessId: BusinessId): Promise<Checked> {
  const [newest, ...others] = serviceSettings().credentials;
  const [first, clock] = await checkKey(context, businessId, newest);
  if (others.length === 0) return [first, clock];
  const checked = [first];
  for (const key of others) checked.push((await checkKey(context, businessId, key))[0]);
  const refused = checked.findIndex(({ state }) => state !== 'good');
  if (refused === -1)
    return [
      { ...first, message: tConnectionChecks('credentials.allAccepted', { count: checked.length }) },
      clock,
    ];
  const reason = checked[refused]?.message ?? '';
  const isUsable = checked.some(({ state }) => state === 'good');
  const number = String(refused + 1);
  return [
    {
      key: 'credentials',
      state: isUsable ? 'attention' : 'bad',
      message: isUsable ? tConnectionChecks('credentials.oneRefused', { number, reason }) : first.message,
    },
    clock,
  ];
}

async function checkKey(context: Context, businessId: BusinessId, credentials: ServiceKey): Promise<Checked> {
  const signed = createServiceClient(context.clock, {
    ...serviceSettings(),
    credentials: [credentials],
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
