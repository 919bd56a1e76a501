import { createHmac, createPublicKey, verify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { addEndpoint } from '#lib/events/change-endpoint.ts';
import { deliverEvents } from '#lib/events/index.ts';
import { eventTypes } from '#lib/events/model.ts';
import { addEndpointForm } from '#lib/events/schema.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import type { ReceivedEvent } from '#lib/platform/testing/event-receiver.ts';
import { openReceiver } from '#lib/platform/testing/event-receiver.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import {
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { observeAnswer, observeCallback } from '../index.ts';

export const secondMs = 1_000;
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);
/** The days around now, in every time zone. */
export const recentDays = {
  from: toDay(systemClock.now() - 86_400_000),
  to: toDay(systemClock.now() + 86_400_000),
};

export const dayMs = 86_400_000;

/** A second more than now, because the database counts parts of milliseconds. */
export const deliver = (laterMs = 0) =>
  deliverEvents(
    systemContext('events', { now: () => instant(systemClock.now() + secondMs + laterMs) }),
    new AbortController().signal,
  );

let last = 0;
/** Later than every earlier time, so that the last report counts. */
function laterTime() {
  last = Math.max(last + 1, systemClock.now());
  return instant(last);
}

/** A tenant of a sandbox without events of other tests, and what a test does with it. */
export async function createEventFixture() {
  testEnv.SANDBOX_BASE_URL = env.SERVICE_BASE_URL;
  await database().eventEndpoint.deleteMany({});
  await database().eventDelivery.deleteMany({});
  const tenant = await createTenant();
  return { tenant, ...createActs(tenant) };
}
export type EventFixture = Awaited<ReturnType<typeof createEventFixture>>;

function createActs({ businessId, as }: Tenant) {
  const receivers: { close: () => Promise<void> }[] = [];
  const observe = (kind: 'deposit-received' | 'withdrawal', body: unknown) =>
    inTransaction((transaction) =>
      observeCallback(transaction, {
        ...{ businessId, kind, body: toSampleBytes(body), headers: {} },
        receivedAt: laterTime(),
      }),
    );
  return {
    open: async (answer?: (response: ServerResponse, received: ReceivedEvent) => void) => {
      const receiver = await openReceiver(answer);
      receivers.push(receiver);
      return receiver;
    },
    close: () => Promise.all(receivers.splice(0).map((receiver) => receiver.close())),
    add: (url: string, types: readonly string[] = eventTypes, chat: Readonly<Record<string, string>> = {}) =>
      addEndpoint(as.owner, addEndpointForm.parse({ businessId, url, types, ...chat })),
    observe,
    withdraw: (fields: Readonly<Record<string, unknown>> = {}) =>
      observe('withdrawal', withdrawalCallbackSample(businessId, fields)),
    read: (fields: Readonly<Record<string, unknown>>) =>
      inTransaction((transaction) =>
        observeAnswer(transaction, {
          ...{ businessId, source: 'read', startedAt: laterTime() },
          body: toSampleBytes(paymentRecordSample(businessId, fields)),
        }),
      ),
    listAudit: async () =>
      (
        await database().auditEntry.findMany({
          where: { chainId: businessId, objectType: 'event-endpoint' },
          orderBy: { sequence: 'asc' },
        })
      ).map(({ action }) => action),
  };
}

const bodySchema = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.string().nullable()),
});
export const readBody = ({ body }: ReceivedEvent) => bodySchema.parse(parseJson(body).value);
export const listTypes = (received: readonly ReceivedEvent[]) => received.map((one) => readBody(one).type);
export const listStored = async () =>
  (
    await database().eventDelivery.findMany({
      where: { state: { not: 'skipped' } },
      orderBy: { place: 'asc' },
    })
  ).map(({ type }) => type);

/** Returns the bytes of a key of Standard Webhooks. */
export const unpackKey = (key: string) => Buffer.from(key.slice(key.indexOf('_') + 1), 'base64');
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the versions of the valid signatures, verified as a receiver does, without the code of the product. */
export function listValid({ headers, body }: ReceivedEvent, secret: string, publicKey: string): string[] {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', unpackKey(secret)).update(content).digest('base64');
  const key = createPublicKey({
    key: Buffer.concat([spkiStart, unpackKey(publicKey)]),
    format: 'der',
    type: 'spki',
  });
  return String(headers['webhook-signature'])
    .split(' ')
    .map((part) => part.split(','))
    .filter(([version, signature = '']) =>
      version === 'v1'
        ? signature === expected
        : verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64')),
    )
    .map(([version = '']) => version);
}
