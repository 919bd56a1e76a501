import { database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { createContext } from '#lib/platform/context.ts';
import { bytes, depositCallbackSample, paymentRecordSample } from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { readDuePayments } from '../index.ts';
import type { Answer, FailingService } from './failing-service.ts';

/** The door that callbacks come in by; the tests hand it in, for it stands above this room. */
type Receive = (callback: {
  readonly businessId: BusinessId;
  readonly kind: 'deposit-received';
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly receivedAt: Instant;
}) => Promise<unknown>;

type Named = { readonly paymentId: string };

/** A business whose payments are read from such a service, by a clock that stands until it is moved. */
export function readingDesk(service: FailingService, receive: Receive) {
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
  const working: Answer = (response, paymentId) =>
    void response.writeHead(200).end(JSON.stringify(paymentRecordSample(tenant().businessId, { paymentId })));
  const forget = async () => {
    await database().readingPause.deleteMany();
    await database().readingDoubt.deleteMany();
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
    /** Before each test: the same moment, nothing due, nothing known of the service. */
    begin: async () => {
      at = start;
      service.asked.length = 0;
      await nothingDue();
      await forget();
    },
    works: () => service.answers(working),
    /** All is well but for these. */
    worksExceptFor: (bad: readonly Named[], fails: Answer) => {
      const ids = new Set(bad.map(({ paymentId }) => paymentId));
      service.answers((response, paymentId) => (ids.has(paymentId) ? fails : working)(response, paymentId));
    },
    /** A payment that a callback has just told of. */
    reported: async (paymentId?: PaymentId) => {
      const sample = depositCallbackSample(paymentId === undefined ? {} : { paymentId });
      const { businessId } = tenant();
      await receive({
        businessId,
        kind: 'deposit-received',
        body: bytes(sample),
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
    nextReadOf: async ({ paymentId }: Named) =>
      ((await database().payment.findFirst({ where: { paymentId } }))?.nextReadAt?.getTime() ?? 0) - at,
  };
}
