import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { isForwardedHeaderIgnored, requirePermission } from '#lib/access/index.ts';
import { readBusinessView } from '#lib/businesses/index.ts';
import type { ReadingTimes } from '#lib/businesses/schema.ts';
import {
  callbackSilenceHours,
  listCallbackKeys,
  readCallbackSilence,
  readFailingDeliveries,
} from '#lib/callbacks/index.ts';
import { database } from '#lib/database/pools.ts';
import { tConnectionChecks } from '#lib/messages/operations.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';
import { findReadingPause } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { listUnencryptedVariables } from '#lib/platform/env-address-schema.ts';
import { readRestoreView } from '#lib/restores/index.ts';
import { canReadPayments } from '#lib/service/index.ts';
import { listAssumptionRows } from '#lib/values/assumptions/assumptions.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { checkInstance } from '../instance/check-instance.ts';
import { countAssumptions, listContradicted } from '../model.ts';
import type { CheckView, ConnectionView, KeyView } from '../schema.ts';
import { readChecks } from '../store.ts';
import { summarizeObservations } from '../summarize-observations.ts';
import { checkAddresses } from './addresses.ts';
import { listConflicts } from './conflicts.ts';
import { listMissedDeposits } from './missed-deposits.ts';
import type { Delivery } from './observed.ts';
import {
  countCreateStatuses,
  countOtherCallbacks,
  listLatestDeliveries,
  listUnknownNames,
} from './observed.ts';

/**
 * Returns a payment to test reads with: the latest one that was read before, or else the latest. A payment known only
 * from a callback or an import might not exist at the service.
 */
export async function findPaymentToRead(businessId: BusinessId): Promise<PaymentId | null> {
  const latest = (where: { lastReadAt?: { not: null } }) =>
    database().payment.findFirst({
      where: { businessId, ...where },
      orderBy: [{ sortAt: 'desc' }, { paymentId: 'desc' }],
      select: { paymentId: true },
    });
  const row = (await latest({ lastReadAt: { not: null } })) ?? (await latest({}));
  return row === null ? null : toId<PaymentId>(row.paymentId);
}

/** The most deposits of each kind that the page shows. */
const maxMissedDeposits = 50;

/** The count of waiting payments stops here. */
const maxWaitingPayments = 1_000;

type CheckKey =
  | 'credentials'
  | 'clock'
  | 'business'
  | 'minimums'
  | 'payment-read'
  | 'settled-payments'
  | 'proxy';

const toCheck = (key: CheckKey, result: Omit<CheckView, 'key' | 'label'>): CheckView => ({
  key,
  label: tConnectionChecks(`labels.${key}`),
  ...result,
});

function toReadingCheck(key: CheckKey, times: ReadingTimes): CheckView {
  if (times.error !== null)
    return toCheck(key, { state: 'bad', message: times.error.message, at: times.error.at });
  if (times.readAt === null)
    return toCheck(key, { state: 'unknown', message: tConnectionChecks('reading.none'), at: null });
  return toCheck(key, { state: 'good', message: tConnectionChecks('reading.done'), at: times.readAt });
}

function toKeyViews(deliveries: readonly Delivery[]): readonly KeyView[] {
  const activeKeys = listCallbackKeys().map(({ name }) => name);
  const used = new Set(deliveries.flatMap(({ key_name }) => key_name ?? []));
  return [...new Set([...activeKeys, ...used])].map((name) => {
    const ownDeliveries = deliveries.filter(({ key_name }) => key_name === name);
    const index = activeKeys.indexOf(name);
    return {
      name,
      position: index < 0 ? null : index,
      deliveries: ownDeliveries.length,
      lastAt: ownDeliveries[0]?.received_at ?? null,
    };
  });
}

/** Anyone can send the header, so it doesn't prove that a proxy exists. */
const proxyCheck: CheckView = {
  key: 'proxy',
  label: tConnectionChecks('labels.proxy'),
  state: 'attention',
  message: tConnectionChecks('proxy'),
  at: null,
};

/** Returns the latest result of each check of the connection. */
export async function listChecks(
  context: Context<PersonActor>,
  { businessId }: Scope,
): Promise<readonly CheckView[]> {
  const [stored, view, minimums] = await Promise.all([
    readChecks(businessId),
    readBusinessView(context, businessId),
    readMinimumsView(context, businessId),
  ]);
  const toStoredCheck = (key: CheckKey): CheckView =>
    toCheck(key, stored.get(key) ?? { state: 'unknown', message: tConnectionChecks('notChecked'), at: null });
  return [
    toStoredCheck('credentials'),
    toStoredCheck('clock'),
    toReadingCheck('business', view),
    toReadingCheck('minimums', minimums),
    canReadPayments()
      ? toStoredCheck('payment-read')
      : toCheck('payment-read', {
          state: 'attention',
          message: tConnectionChecks('payment.off'),
          at: null,
        }),
    ...(canReadPayments() ? [toStoredCheck('settled-payments')] : []),
    ...(await checkAddresses(businessId)),
    ...(isForwardedHeaderIgnored() ? [proxyCheck] : []),
  ];
}

/**
 * Returns the state of the connection: checks, assumptions with observations, conflicts and missed deposits. Owners also
 * get the callback keys by name. The view contains no secret.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readConnection(
  context: Context<PersonActor>,
  business: string,
): Promise<ConnectionView> {
  const scope = requirePermission(context, business, 'read');
  const { businessId } = scope;
  const [checks, deliveries, createStatuses, otherCallbacks, unknownNames, missed, conflicts] =
    await Promise.all([
      listChecks(context, scope),
      listLatestDeliveries(businessId),
      countCreateStatuses(businessId),
      countOtherCallbacks(businessId),
      listUnknownNames(businessId),
      listMissedDeposits(businessId, context.clock.now(), maxMissedDeposits + 1),
      listConflicts(businessId),
    ]);
  const canManage = scope.may('connection.manage');
  const now = context.clock.now();
  const [silence, failing, pause] = await Promise.all([
    readCallbackSilence(businessId, now, maxWaitingPayments),
    readFailingDeliveries(businessId, now),
    canReadPayments() ? findReadingPause() : null,
  ]);
  const readsPayments = canReadPayments() && pause === null;
  const observed = summarizeObservations({
    checks,
    deliveries,
    createStatuses,
    otherCallbacks,
    showSources: canManage,
  });
  const contradicted = listContradicted(checks);
  const assumptions = listAssumptionRows(env).map((row) => ({
    ...row,
    observed: observed.get(row.key) ?? null,
    isContradicted: contradicted.has(row.key),
  }));
  return {
    serviceUrl: env.SERVICE_BASE_URL,
    isSandbox: env.SANDBOX_BASE_URL === env.SERVICE_BASE_URL,
    httpVariables: env.ALLOW_HTTP_IN_PRIVATE_NETWORK ? listUnencryptedVariables(env) : null,
    checks,
    restore: canManage ? await readRestoreView(context, businessId) : null,
    instanceChecks: canManage ? (await checkInstance(now)).checks : null,
    assumptions: canManage ? assumptions : null,
    assumptionCounts: countAssumptions(assumptions),
    unknownNames,
    missedDeposits: [missed.overdue, missed.lost].flatMap((part) => part.slice(0, maxMissedDeposits)),
    hasMoreMissedDeposits:
      missed.overdue.length > maxMissedDeposits || missed.lost.length > maxMissedDeposits,
    conflicts,
    silence: silence && {
      ...silence,
      until: readsPayments ? null : silence.until,
      afterHours: callbackSilenceHours,
    },
    failing,
    readingPause: pause,
    callbackBase: `${env.CALLBACK_BASE_URL}/api/callbacks/${businessId}`,
    keys: canManage ? toKeyViews(deliveries) : null,
  };
}
