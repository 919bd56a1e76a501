import { database } from '#lib/database/pools.ts';
import { setReadingPause } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { createContext } from '#lib/platform/context.ts';
import {
  depositCallbackSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { readDuePayments } from '../index.ts';
import type { Responder, ScriptedService } from './scripted-service.ts';

/** The function that receives callbacks. Tests pass it in, because its room is above this one. */
type Receive = (callback: {
  readonly businessId: BusinessId;
  readonly kind: 'deposit-received';
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly receivedAt: Instant;
}) => Promise<unknown>;

type Named = { readonly paymentId: string };

/** A business whose payments are read from this service, with a stopped clock. */
export function createReadFixture(service: ScriptedService, receive: Receive) {
  const start: number = systemClock.now();
  let at = start;
  const clock = {
    now: () => instant(at),
    set: (moment: number) => {
      at = moment;
    },
    pass: (seconds: number) => {
      at += seconds * 1_000;
    },
  };
  let made: Awaited<ReturnType<typeof createTenant>> | undefined;
  const tenant = () => {
    if (made === undefined) throw new Error('no business yet');
    return made;
  };
  const working: Responder = (response, paymentId) =>
    void response.writeHead(200).end(JSON.stringify(paymentRecordSample(tenant().businessId, { paymentId })));
  const forget = async () => {
    await setReadingPause(null);
    await database().installation.updateMany({ data: { readDoubts: {} } });
  };
  const nothingDue = () => database().payment.updateMany({ data: { nextReadAt: null } });
  return {
    clock,
    tenant,
    forget,
    nothingDue,
    open: async () => {
      made = await createTenant(clock);
    },
    /** Resets before each test: the same time, nothing due, and no evidence about the service. */
    begin: async () => {
      at = start;
      service.requestedIds.length = 0;
      await nothingDue();
      await forget();
    },
    works: () => service.answers(working),
    /** All reads succeed except those of these payments. */
    worksExceptFor: (bad: readonly Named[], fails: Responder) => {
      const ids = new Set(bad.map(({ paymentId }) => paymentId));
      service.answers((response, paymentId) => (ids.has(paymentId) ? fails : working)(response, paymentId));
    },
    /** Adds a payment that a callback has just reported. */
    reported: async (paymentId?: PaymentId) => {
      const sample = depositCallbackSample(paymentId === undefined ? {} : { paymentId });
      const { businessId } = tenant();
      await receive({
        businessId,
        kind: 'deposit-received',
        body: toSampleBytes(sample),
        headers: {},
        receivedAt: clock.now(),
      });
      return { businessId, paymentId: toId<PaymentId>(String(sample['paymentId'])) };
    },
    run: () =>
      readDuePayments(
        createContext({ kind: 'system', name: 'test' }, { clock }),
        new AbortController().signal,
      ),
    dueAgain: ({ paymentId }: Named) =>
      database().payment.updateMany({ where: { paymentId }, data: { nextReadAt: new Date(at) } }),
    readNextRead: async ({ paymentId }: Named) =>
      ((await database().payment.findFirst({ where: { paymentId } }))?.nextReadAt?.getTime() ?? 0) - at,
  };
}
