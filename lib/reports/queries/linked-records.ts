import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { countEarlierDeposits } from '#lib/deposits/model.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { hasDestinationTag } from '#lib/values/currencies.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import type { LinkedRecordGroup, LinkedRecords, Relation } from '../schema/linked-records.ts';
import type { LinkedRecordFilter } from './linked-record-group.ts';
import { readLinkedRecordGroup } from './linked-record-group.ts';

/** Compares the transactions and senders of only the newest deposits, because a reusable payment can have thousands. */
const maxDeposits = 3;

/** A coin with its own network has the network's name, so the coin decides if the network is not reported. */
const usesTag = (network: string | null, coin: string | null): boolean =>
  hasDestinationTag(network ?? coin ?? '');

/** Without network and coin an address alone identifies no one. */
const identifiesAlone = (network: string | null, coin: string | null): boolean =>
  (network ?? coin) !== null && !usesTag(network, coin);

/** Relations in order of their significance. */
const relations: readonly Relation[] = [
  'reference',
  'transaction',
  'refund',
  'destination',
  'address',
  'sender',
];

const isSame = (one: LinkedRecordFilter, other: LinkedRecordFilter): boolean =>
  one.kind === other.kind && JSON.stringify(one.exact) === JSON.stringify(other.exact);

async function readGroups(
  context: Context<PersonActor>,
  business: string,
  filters: readonly LinkedRecordFilter[],
  { needsTag, compared = null }: { needsTag: boolean; compared?: number | null },
): Promise<LinkedRecords> {
  const { businessId } = requirePermission(context, business, 'read');
  // Two deposits of one payment may share an address. The first filter wins.
  const distinct = filters.filter((one, rank) => filters.findIndex((other) => isSame(one, other)) === rank);
  const results = await Promise.all(distinct.map((one) => readLinkedRecordGroup(businessId, one)));
  const groups = results.filter((group): group is LinkedRecordGroup => group !== null);
  const rank = ({ relation }: LinkedRecordGroup) => relations.indexOf(relation);
  return { groups: groups.toSorted((one, other) => rank(one) - rank(other)), needsTag, compared };
}

/** Finds records with this reference. A merchant may use one reference for an order and its payout. */
const referenceFilters = (
  reference: string | null,
  except: { readonly payments?: readonly string[]; readonly withdrawals?: readonly string[] },
): LinkedRecordFilter[] => [
  {
    relation: 'reference',
    kind: 'payment',
    exact: { clientPaymentId: reference },
    except: except.payments ?? [],
  },
  {
    relation: 'reference',
    kind: 'withdrawal',
    exact: { clientWithdrawalId: reference },
    except: except.withdrawals ?? [],
  },
];

function depositFilters(deposit: DepositDetail, except: readonly string[]): LinkedRecordFilter[] {
  const { network, depositCurrency, transactionId, refundTransactionId } = deposit;
  const sender = identifiesAlone(network, depositCurrency) ? deposit.fromAddress : null;
  return [
    { relation: 'transaction', kind: 'deposit', exact: { transactionId }, except },
    { relation: 'transaction', kind: 'withdrawal', exact: { transactionId }, except: [] },
    { relation: 'refund', kind: 'deposit', exact: { transactionId: refundTransactionId }, except },
    { relation: 'refund', kind: 'withdrawal', exact: { transactionId: refundTransactionId }, except: [] },
    { relation: 'sender', kind: 'deposit', exact: { fromAddress: sender }, except },
    { relation: 'sender', kind: 'withdrawal', exact: { toAddress: sender }, except: [] },
  ];
}

/**
 * Finds records that share the client payment ID, the address, a sender or a transaction with a payment. XRP and XLM
 * addresses count only with their tag. The complete client payment ID is compared, because customers quote it.
 *
 * `deposits` are the payment's own, newest last. If it has more, groups of deposits with the same address or sender
 * are left out, because they would contain its own.
 */
export function findRecordsLinkedToPayment(
  context: Context<PersonActor>,
  business: string,
  payment: PaymentDetail,
  deposits: readonly DepositDetail[],
): Promise<LinkedRecords> {
  const { paymentId, clientPaymentId, walletAddress, destinationTag, expectedNetwork, depositCurrency } =
    payment;
  const isIdentifying = identifiesAlone(expectedNetwork, depositCurrency);
  const ownDeposits = deposits.map(({ depositId }) => depositId);
  const byTag = !isIdentifying || destinationTag !== null;
  const mayContainOwn = ({ relation, kind }: LinkedRecordFilter) =>
    kind === 'deposit' && (relation === 'address' || relation === 'sender');
  const filters: readonly LinkedRecordFilter[] = [
    ...referenceFilters(clientPaymentId, { payments: [paymentId] }),
    {
      relation: 'address',
      kind: 'payment',
      exact: byTag ? { walletAddress, destinationTag } : { walletAddress },
      except: [paymentId],
    },
    // Deposits have no reported tag.
    {
      relation: 'address',
      kind: 'deposit',
      exact: { toAddress: byTag ? null : walletAddress },
      except: ownDeposits,
    },
    {
      relation: 'address',
      kind: 'withdrawal',
      exact: byTag ? { toAddress: walletAddress, toTag: destinationTag } : { toAddress: walletAddress },
      except: [],
    },
    ...deposits.slice(-maxDeposits).flatMap((deposit) => depositFilters(deposit, ownDeposits)),
  ];
  return readGroups(
    context,
    business,
    countEarlierDeposits(deposits, payment) > 0 ? filters.filter((one) => !mayContainOwn(one)) : filters,
    {
      needsTag: walletAddress !== null && !isIdentifying && destinationTag === null,
      compared: deposits.length > maxDeposits ? maxDeposits : null,
    },
  );
}

/**
 * Finds records that share the payment reference, the transaction or an address with a deposit. Its receiving address
 * counts with the tag of its payment.
 */
export function findRecordsLinkedToDeposit(
  context: Context<PersonActor>,
  business: string,
  deposit: DepositDetail,
): Promise<LinkedRecords> {
  const { depositId, paymentId, clientPaymentId, network, depositCurrency, toAddress, destinationTag } =
    deposit;
  const isIdentifying = identifiesAlone(network, depositCurrency);
  const byTag = !isIdentifying || destinationTag !== null;
  return readGroups(
    context,
    business,
    [
      ...referenceFilters(clientPaymentId, { payments: [paymentId] }),
      ...depositFilters(deposit, [depositId]),
      // Deposits have no reported tag.
      {
        relation: 'address',
        kind: 'deposit',
        exact: { toAddress: byTag ? null : toAddress },
        except: [depositId],
      },
      {
        relation: 'address',
        kind: 'payment',
        exact: byTag ? { walletAddress: toAddress, destinationTag } : { walletAddress: toAddress },
        except: [paymentId],
      },
      {
        relation: 'address',
        kind: 'withdrawal',
        exact: byTag ? { toAddress, toTag: destinationTag } : { toAddress },
        except: [],
      },
    ],
    { needsTag: !isIdentifying && toAddress !== null && destinationTag === null },
  );
}

/** Finds records that share the reference, destination or transaction of a withdrawal. */
export function findRecordsLinkedToWithdrawal(
  context: Context<PersonActor>,
  business: string,
  withdrawal: WithdrawalDetail,
): Promise<LinkedRecords> {
  const { withdrawalId, clientWithdrawalId, withdrawCurrency, toAddress, toTag, transactionId } = withdrawal;
  const isIdentifying = identifiesAlone(null, withdrawCurrency);
  const byTag = !isIdentifying || toTag !== null;
  const except = [withdrawalId];
  return readGroups(
    context,
    business,
    [
      ...referenceFilters(clientWithdrawalId, { withdrawals: except }),
      {
        relation: 'destination',
        kind: 'withdrawal',
        exact: byTag ? { toAddress, toTag } : { toAddress },
        except,
      },
      {
        relation: 'destination',
        kind: 'payment',
        exact: byTag ? { walletAddress: toAddress, destinationTag: toTag } : { walletAddress: toAddress },
        except: [],
      },
      // The tag of a sender is never reported.
      {
        relation: 'destination',
        kind: 'deposit',
        exact: { fromAddress: byTag ? null : toAddress },
        except: [],
      },
      { relation: 'transaction', kind: 'withdrawal', exact: { transactionId }, except },
      { relation: 'transaction', kind: 'deposit', exact: { transactionId }, except: [] },
    ],
    { needsTag: toAddress !== null && !isIdentifying && toTag === null },
  );
}
