import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { ignoresForwardedHeader, requirePermission } from '#lib/access/index.ts';
import { businessView, latestReadings, storedObject } from '#lib/businesses/index.ts';
import type { BusinessView, ReadingTimes } from '#lib/businesses/schema.ts';
import { callbackAddressUnder, callbackKeys, callbackSilence, failingNow } from '#lib/callbacks/index.ts';
import { database } from '#lib/database/pools.ts';
import { minimumsView } from '#lib/minimums/index.ts';
import { readingPause } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { listUnencryptedVariables } from '#lib/platform/env-address-schema.ts';
import { paymentsCanBeRead } from '#lib/service/index.ts';
import { assumptionRows } from '#lib/values/assumptions/assumptions.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { AddressMatch } from '../model-address.ts';
import { addressMatch } from '../model-address.ts';
import { observations } from '../observations.ts';
import type { CheckView, ConnectionView, KeyView } from '../schema.ts';
import { readChecks } from '../store.ts';
import { contradictions } from './contradictions.ts';
import type { Delivery } from './observed.ts';
import { createStatuses, latestDeliveries, otherCallbacks, unknownNames } from './observed.ts';
import { unheardDeposits } from './unheard.ts';

/**
 * A payment that can be asked for to see whether asking works: one that was read before, since a callback or an
 * import may tell of one that the service does not have; else the latest.
 */
export async function latestPayment(businessId: BusinessId): Promise<PaymentId | null> {
  const latest = (where: { lastReadAt?: { not: null } }) =>
    database().payment.findFirst({
      where: { businessId, ...where },
      orderBy: [{ sortAt: 'desc' }, { paymentId: 'desc' }],
      select: { paymentId: true },
    });
  const row = (await latest({ lastReadAt: { not: null } })) ?? (await latest({}));
  return row === null ? null : toId<PaymentId>(row.paymentId);
}

/** So many of each kind are shown. */
const mostUnheard = 50;

/** Payments that wait are counted no further. */
const mostWaiting = 1_000;

function reading(key: string, label: string, times: ReadingTimes): CheckView {
  if (times.error !== null)
    return { key, label, state: 'bad', said: times.error.message, at: times.error.at };
  if (times.readAt === null) return { key, label, state: 'unknown', said: 'Not read yet.', at: null };
  return { key, label, state: 'good', said: 'Read as the assumptions say.', at: times.readAt };
}

const matches: Readonly<Record<AddressMatch, Pick<CheckView, 'state' | 'said'>>> = {
  same: { state: 'good', said: 'The record has our address under the newest key.' },
  'older-key': {
    state: 'attention',
    said: 'The record has our address under an older key. It works while that key stays in CALLBACK_SECRETS.',
  },
  elsewhere: {
    state: 'bad',
    said: 'The record has another address than ours: these callbacks do not come here.',
  },
  missing: { state: 'bad', said: 'The record has no address: these callbacks are not sent.' },
};

/** The three addresses on the record, as it was last read, against ours. No secret is in what is said. */
async function addressChecks(businessId: BusinessId, view: BusinessView): Promise<readonly CheckView[]> {
  const [latest] = await latestReadings(businessId, 'business', 1);
  const record = latest === undefined ? null : storedObject(latest.body);
  const ours = callbackKeys().map(({ key }) =>
    callbackAddressUnder({ key, baseUrl: env.CALLBACK_BASE_URL }, businessId),
  );
  const fields = [
    ['depositReceivedCallbackUrl', 'Address for deposits', ours.map((one) => one.depositReceived)],
    ['withdrawalCallbackUrl', 'Address for withdrawals', ours.map((one) => one.withdrawal)],
    [
      'depositExchangedCallbackUrl',
      'Address for exchanged deposits',
      ours.map((one) => one.depositExchanged),
    ],
  ] as const;
  return fields.map(([key, label, addresses]): CheckView => {
    if (record === null)
      return { key, label, state: 'unknown', said: 'The record was not read yet.', at: null };
    const recorded = record[key];
    const match = addressMatch(typeof recorded === 'string' ? recorded : null, addresses);
    return { key, label, ...matches[match], at: view.readAt };
  });
}

function keyViews(deliveries: readonly Delivery[]): readonly KeyView[] {
  const inForce = callbackKeys().map(({ name }) => name);
  const used = new Set(deliveries.flatMap(({ key_name }) => key_name ?? []));
  return [...new Set([...inForce, ...used])].map((name) => {
    const its = deliveries.filter(({ key_name }) => key_name === name);
    const place = inForce.indexOf(name);
    return {
      name,
      place: place < 0 ? null : place,
      deliveries: its.length,
      lastAt: its[0]?.received_at ?? null,
    };
  });
}

/** Anyone can send the header, so this is not proof of a proxy. */
const proxyCheck: CheckView = {
  key: 'proxy',
  label: 'Proxy',
  state: 'attention',
  said: 'A request had X-Forwarded-For, which is ignored while TRUST_PROXY is 0. If a proxy of yours is in front, set TRUST_PROXY: until then all visitors share its address, and its limits for attempts to sign in.',
  at: null,
};

async function checksOf(context: Context<PersonActor>, { businessId }: Scope): Promise<readonly CheckView[]> {
  const [kept, view, minimums] = await Promise.all([
    readChecks(businessId),
    businessView(context, businessId),
    minimumsView(context, businessId),
  ]);
  const keptCheck = (key: string, label: string): CheckView => {
    const check = kept.get(key);
    return check === undefined
      ? { key, label, state: 'unknown', said: 'Not checked yet.', at: null }
      : { key, label, ...check };
  };
  return [
    keptCheck('credentials', 'Credentials'),
    keptCheck('clock', 'Clocks'),
    reading('business', 'Business read', view),
    reading('minimums', 'Minimums', minimums),
    paymentsCanBeRead()
      ? keptCheck('payment-read', 'Payment read')
      : {
          key: 'payment-read',
          label: 'Payment read',
          state: 'attention',
          said: 'Off: SERVICE_PAYMENT_READ_PATH is not set. Statuses after creation, refunds and risk never arrive.',
          at: null,
        },
    ...(await addressChecks(businessId, view)),
    ...(ignoresForwardedHeader() ? [proxyCheck] : []),
  ];
}

/**
 * What is assumed of the service and what was observed of it, how the connection stands, and, for owners, which keys of
 * the callback addresses are in use. No secret is in it.
 */
export async function connectionView(
  context: Context<PersonActor>,
  business: string,
): Promise<ConnectionView> {
  const scope = requirePermission(context, business, 'read');
  const { businessId } = scope;
  const [checks, deliveries, statuses, others, names, unheard, contradictory] = await Promise.all([
    checksOf(context, scope),
    latestDeliveries(businessId),
    createStatuses(businessId),
    otherCallbacks(businessId),
    unknownNames(businessId),
    unheardDeposits(businessId, context.clock.now(), mostUnheard + 1),
    contradictions(businessId),
  ]);
  const manages = scope.may('connection.manage');
  const now = context.clock.now();
  const [silence, failing, pause] = await Promise.all([
    callbackSilence(businessId, now, mostWaiting),
    failingNow(businessId, now),
    paymentsCanBeRead() ? readingPause() : null,
  ]);
  const canRead = paymentsCanBeRead() && pause === null;
  const observed = observations({ checks, deliveries, statuses, others, names, showSources: manages });
  return {
    serviceUrl: env.SERVICE_BASE_URL,
    isSandbox: env.SANDBOX_BASE_URL === env.SERVICE_BASE_URL,
    httpVariables: env.ALLOW_HTTP_IN_PRIVATE_NETWORK ? listUnencryptedVariables(env) : null,
    checks,
    assumptions: assumptionRows(env).map((row) => ({ ...row, observed: observed.get(row.key) ?? null })),
    unknownNames: names,
    unheard: [unheard.overdue, unheard.lost].flatMap((part) => part.slice(0, mostUnheard)),
    moreUnheard: unheard.overdue.length > mostUnheard || unheard.lost.length > mostUnheard,
    contradictions: contradictory,
    silence: silence && {
      ...silence,
      until: canRead ? null : silence.until,
      afterHours: env.CALLBACK_SILENCE_HOURS,
    },
    failing,
    readingPause: pause,
    callbackBase: `${env.CALLBACK_BASE_URL}/api/callbacks/${businessId}`,
    keys: manages ? keyViews(deliveries) : null,
  };
}
