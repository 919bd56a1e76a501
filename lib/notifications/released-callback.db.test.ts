import { afterAll, expect, test } from 'vitest';
import { receiveCallback } from '#lib/callbacks/index.ts';
import { releaseCallback } from '#lib/callbacks/quarantine/release-callback.ts';
import { closeDatabase } from '#lib/database/pools.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { toSampleBytes, withdrawalCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { createNotifications, listNotifications } from './index.ts';

afterAll(closeDatabase);

test('notifies about a callback that is released long after it arrived', async () => {
  const { as, businessId } = await createTenant();
  const run = () => createNotifications(systemContext(), new AbortController().signal);
  await run();
  const fields = { status: 'FAILED', txAddressOwner: 'nobody', clientWithdrawalId: 'payout-1' };
  const { observed } = await receiveCallback({
    businessId,
    kind: 'withdrawal',
    body: toSampleBytes(withdrawalCallbackSample(businessId, fields)),
    headers: {},
    receivedAt: instant(Date.now() - 3_600_000),
  });
  await run();
  const inbox = async () => (await listNotifications(as.finance, businessId, null)).rows;
  expect(await inbox()).toEqual([]);
  await releaseCallback(as.owner, {
    businessId,
    messageId: toId<MessageId>(observed?.messageId ?? ''),
    revision: 0,
    accepted: [{ path: 'txAddressOwner', how: 'left-out' }],
    note: '',
  });
  await run();
  await run();
  expect(await inbox()).toMatchObject([{ kind: 'withdrawal-failed', label: 'payout-1' }]);
});
