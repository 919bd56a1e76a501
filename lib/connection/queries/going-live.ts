import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn, toAmount } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import { tConnectionChecks } from '#lib/messages/operations.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { CheckState, CheckView, GoingLiveStep, GoingLiveView } from '../schema.ts';
import { listChecks } from './connection.ts';

type Seen = Omit<GoingLiveStep, 'key'>;

const toPaymentId = (id: string | null): PaymentId | null => (id === null ? null : toId<PaymentId>(id));

/** The worst state comes first. */
const states = ['bad', 'attention', 'unknown', 'good'] as const satisfies readonly CheckState[];

const toSeen = (state: CheckState, seen: string, more: Partial<Seen> = {}): Seen => ({
  state,
  seen,
  at: null,
  paymentId: null,
  credited: null,
  ...more,
});

/** Combines the checks of one step: the worst state, with its message. */
function combineChecks(checks: readonly CheckView[]): Seen {
  const [worst] = [...checks].sort((left, right) => states.indexOf(left.state) - states.indexOf(right.state));
  return worst === undefined
    ? toSeen('unknown', tConnectionChecks('notChecked'))
    : toSeen(worst.state, worst.message, { at: worst.at });
}

const checkService = (): Seen =>
  env.SANDBOX_BASE_URL === env.SERVICE_BASE_URL
    ? toSeen('attention', tConnectionChecks('live.sandbox'))
    : toSeen('good', tConnectionChecks('live.service', { address: env.SERVICE_BASE_URL }));

/** Finds the latest payment that was created here. */
async function findCreatedPayment(businessId: BusinessId): Promise<Seen> {
  const intent = await database().paymentIntent.findFirst({
    where: { businessId, state: 'CREATED' },
    orderBy: [{ changedAt: 'desc' }, { id: 'desc' }],
    select: { clientPaymentId: true, paymentId: true, changedAt: true },
  });
  if (intent === null) return toSeen('unknown', tConnectionChecks('live.noPayment'));
  return toSeen('good', tConnectionChecks('live.payment', { id: intent.clientPaymentId }), {
    at: instantColumn(intent.changedAt),
    paymentId: toPaymentId(intent.paymentId),
  });
}

/** Finds the first deposit callback. */
async function findFirstCallback(businessId: BusinessId): Promise<Seen> {
  const callback = await database().callbackMessage.findFirst({
    where: { businessId, kind: 'deposit-received', verdict: { in: ['applied', 'new-version'] } },
    orderBy: [{ firstReceivedAt: 'asc' }, { id: 'asc' }],
    select: { firstReceivedAt: true, paymentId: true },
  });
  if (callback === null) return toSeen('unknown', tConnectionChecks('live.noCallback'));
  return toSeen('good', tConnectionChecks('live.callback'), {
    at: instantColumn(callback.firstReceivedAt),
    paymentId: toPaymentId(callback.paymentId),
  });
}

/** Finds the amount that the service credited for the payment of the first callback (§2.5). */
async function findCredit(businessId: BusinessId, paymentId: PaymentId | null): Promise<Seen> {
  const deposit =
    paymentId === null
      ? null
      : await database().deposit.findFirst({
          where: { businessId, paymentId, settlementPayableAmount: { not: null } },
          orderBy: { depositId: 'asc' },
          select: { settlementPayableAmount: true, settlementCurrency: true },
        });
  if (deposit?.settlementPayableAmount && deposit.settlementCurrency !== null) {
    const { settlementPayableAmount: credited, settlementCurrency: currency } = deposit;
    return toSeen('good', tConnectionChecks('live.credit'), {
      paymentId,
      credited: { amount: toAmount(credited), currency },
    });
  }
  return canReadPayments()
    ? toSeen('unknown', tConnectionChecks('live.noCredit'))
    : toSeen('attention', tConnectionChecks('live.noReads'));
}

/**
 * Returns the steps from the sandbox to the real service, each with what was seen.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readGoingLive(context: Context<PersonActor>, business: string): Promise<GoingLiveView> {
  const scope = requirePermission(context, business, 'connection.manage');
  const { businessId } = scope;
  const [checks, payment, callback] = await Promise.all([
    listChecks(context, scope),
    findCreatedPayment(businessId),
    findFirstCallback(businessId),
  ]);
  const select = (...keys: readonly string[]) =>
    combineChecks(checks.filter(({ key }) => keys.includes(key)));
  return {
    steps: [
      { key: 'service', ...checkService() },
      { key: 'credentials', ...select('credentials', 'clock') },
      { key: 'record', ...select('business', 'minimums') },
      {
        key: 'addresses',
        ...select('depositReceivedCallbackUrl', 'withdrawalCallbackUrl', 'depositExchangedCallbackUrl'),
      },
      { key: 'payment', ...payment },
      { key: 'callback', ...callback },
      { key: 'credit', ...(await findCredit(businessId, callback.paymentId)) },
    ],
  };
}
