import 'server-only';
import { parseStoredObject, readLatestReadings } from '#lib/businesses/index.ts';
import { buildCallbackAddress, listCallbackKeys } from '#lib/callbacks/index.ts';
import { tConnectionChecks } from '#lib/messages/operations.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { AddressMatch } from '../check-results.ts';
import { matchAddress } from '../check-results.ts';
import type { CheckState, CheckView } from '../schema.ts';

type AddressKey = 'depositReceivedCallbackUrl' | 'withdrawalCallbackUrl' | 'depositExchangedCallbackUrl';

const toAddressCheck = (key: AddressKey, result: Omit<CheckView, 'key' | 'label'>): CheckView => ({
  key,
  label: tConnectionChecks(`labels.${key}`),
  ...result,
});

const matchStates = {
  same: 'good',
  'older-key': 'attention',
  elsewhere: 'bad',
  missing: 'bad',
} as const satisfies Readonly<Record<AddressMatch, CheckState>>;

/** Compares the three callback addresses on the last read record with ours. The results contain no secret. */
export async function checkAddresses(businessId: BusinessId): Promise<readonly CheckView[]> {
  const [latest] = await readLatestReadings(businessId, 'business', 1);
  const record = latest === undefined ? null : parseStoredObject(latest.body);
  const ours = listCallbackKeys().map(({ key }) =>
    buildCallbackAddress({ key, baseUrl: env.CALLBACK_BASE_URL }, businessId),
  );
  const fields = [
    ['depositReceivedCallbackUrl', ours.map((one) => one.depositReceived)],
    ['withdrawalCallbackUrl', ours.map((one) => one.withdrawal)],
    ['depositExchangedCallbackUrl', ours.map((one) => one.depositExchanged)],
  ] as const;
  return fields.map(([key, addresses]): CheckView => {
    if (record === null)
      return toAddressCheck(key, {
        state: 'unknown',
        message: tConnectionChecks('address.notRead'),
        at: null,
      });
    const recorded = record[key];
    const match = matchAddress(typeof recorded === 'string' ? recorded : null, addresses);
    return toAddressCheck(key, {
      state: matchStates[match],
      message: tConnectionChecks(`address.${match}`),
      at: latest?.lastStartedAt ?? null,
    });
  });
}
