import { receiveCallback } from '#lib/callbacks/index.ts';
import { database } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { hiddenRecordIds } from './hidden-stores.ts';

/** Returns the secret part of a callback address. */
export const readSecret = (address: string): string => address.split('/').at(-2) ?? '';

/** Ways to write an address in JSON text. */
const jsonSpellings: readonly ((address: string) => string)[] = [
  (address) => JSON.stringify(address),
  (address) => JSON.stringify(address).replaceAll('/', '\\/'),
  (address) => JSON.stringify(address).replaceAll('/', '\\u002f'),
  (address) => JSON.stringify(encodeURIComponent(address)),
  (address) => JSON.stringify(JSON.stringify({ address })),
  (address) => JSON.stringify(readSecret(address)),
  (address) => JSON.stringify(`key_${readSecret(address)}9`),
  (address) => JSON.stringify(Buffer.from(readSecret(address)).toString('base64')),
  (address) => JSON.stringify(Buffer.from(`xx${address}`, 'utf16le').toString('base64url')),
  (address) => JSON.stringify(Buffer.from(Buffer.from(address).toString('base64')).toString('hex')),
];

let clock = 1_793_000_000_000;
const advance = () => {
  clock += 1_000;
  return instant(clock);
};

/** Fills a business with callbacks, a payment record, and refused and unreadable bodies that echo these addresses. */
export async function fillWithEchoes(businessId: BusinessId, addresses: readonly string[]): Promise<void> {
  const [own = '', other = ''] = addresses;
  const echoes = addresses.flatMap((address) => jsonSpellings.map((write) => write(address)));
  /** Returns the JSON text of an object with one more raw field. */
  const withEcho = (body: object, echo: string) => `${JSON.stringify(body).slice(0, -1)},"echo":${echo}}`;
  const deliver = (
    kind: 'deposit-received' | 'withdrawal' | 'deposit-exchanged',
    body: Uint8Array<ArrayBuffer>,
  ) =>
    receiveCallback({
      businessId,
      kind,
      body,
      headers: { 'user-agent': `service (+${own})`, 'x-forwarded-for': encodeURIComponent(other) },
      receivedAt: advance(),
    });
  const payment = { paymentId: hiddenRecordIds.payment, clientPaymentId: hiddenRecordIds.reference };
  for (const echo of echoes) {
    await deliver(
      'deposit-received',
      toSampleBytes(
        withEcho(depositCallbackSample({ ...payment, depositId: hiddenRecordIds.deposit }), echo),
      ),
    );
    await deliver('deposit-exchanged', toSampleBytes(`{"echo":${echo}}`));
  }
  await deliver(
    'deposit-received',
    toSampleBytes(depositCallbackSample({ ...payment, status: own.slice(0, 140) })),
  );
  await deliver(
    'withdrawal',
    toSampleBytes(
      withEcho(
        withdrawalCallbackSample(businessId, { withdrawalId: hiddenRecordIds.withdrawal }),
        JSON.stringify(other),
      ),
    ),
  );
  await deliver('withdrawal', toSampleBytes(`{"garbled": "${own}`));
  await deliver('withdrawal', Uint8Array.from(Buffer.from(`\xff\xfe${own}\xff`, 'latin1')));
  for (const echo of echoes)
    await inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId,
        paymentId: toId<PaymentId>(hiddenRecordIds.payment),
        source: 'read',
        startedAt: advance(),
        body: toSampleBytes(withEcho(paymentRecordSample(businessId, payment), echo)),
      }),
    );
  for (const excerpt of [
    toSampleBytes(`too large ${own}`),
    Uint8Array.from(Buffer.from(`\xff${other}`, 'latin1')),
  ]) {
    const at = new Date(advance());
    await database().callbackRefusal.create({
      data: {
        businessId,
        kind: 'withdrawal',
        reason: 'too-large',
        ...{ firstSeenAt: at, lastSeenAt: at },
        headers: { 'user-agent': own },
        excerpt,
        length: excerpt.byteLength,
      },
    });
  }
  for (const [at, record] of [
    { id: businessId, name: 'Echo', withdrawalCallbackUrl: own, redirect: encodeURIComponent(other) },
    {
      id: businessId,
      name: other,
      depositReceivedCallbackUrl: other,
      more: { [own]: own.replaceAll('/', '\\/') },
    },
  ].entries())
    await database().serviceReading.create({
      data: {
        businessId,
        kind: 'business',
        firstStartedAt: new Date(clock + at * 1_000),
        lastStartedAt: new Date(clock + at * 1_000),
        sha256: Buffer.alloc(32, at),
        body: toSampleBytes(record),
      },
    });
}
