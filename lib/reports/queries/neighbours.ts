import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { countEarlierDeposits } from '#lib/deposits/model.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { networkUsesTag } from '#lib/values/currencies.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import type { NeighbourGroup, Neighbours, Relation } from '../schema/neighbours.ts';
import type { NeighbourFilter } from './neighbour-group.ts';
import { readNeighbourGroup } from './neighbour-group.ts';

/** The transactions and senders of so many deposits are looked up, the newest: a reusable payment can have thousands. */
const mostDeposits = 3;

/** Coins that have a network of their own are named like it, so a coin tells as well where the network is not known. */
const usesTag = (network: string | null, coin: string | null): boolean =>
  networkUsesTag(network ?? coin ?? '');

/** Where neither network nor coin is known, an address alone proves nothing either. */
const isUnrelated = (network: string | null, coin: string | null): boolean =>
  (network ?? coin) !== null && !usesTag(network, coin);

/** What says most comes first. */
const relations: readonly Relation[] = [
  'reference',
  'transaction',
  'refund',
  'destination',
  'address',
  'sender',
];

const isSame = (one: NeighbourFilter, other: NeighbourFilter): boolean =>
  one.kind === other.kind && JSON.stringify(one.exact) === JSON.stringify(other.exact);

async function groupsOf(
  context: Context<PersonActor>,
  business: string,
  wanted: readonly NeighbourFilter[],
  { needsTag, compared = null }: { needsTag: boolean; compared?: number | null },
): Promise<Neighbours> {
  const { businessId } = requirePermission(context, business, 'read');
  // Two deposits of one payment may have come from one address: what is named first is shown.
  const once = wanted.filter((one, place) => wanted.findIndex((other) => isSame(one, other)) === place);
  const found = await Promise.all(once.map((one) => readNeighbourGroup(businessId, one)));
  const groups = found.filter((group): group is NeighbourGroup => group !== null);
  const place = ({ relation }: NeighbourGroup) => relations.indexOf(relation);
  return {
    groups: groups.toSorted((one, other) => place(one) - place(other)),
    needsTag,
    compared,
  };
}

/** Records of each kind whose own reference is this one: a merchant may give an order and its payout the same. */
const ofReference = (
  reference: string | null,
  except: { readonly payments?: readonly string[]; readonly withdrawals?: readonly string[] },
): NeighbourFilter[] => [
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

function ofDeposit(deposit: DepositDetail, except: readonly string[]): NeighbourFilter[] {
  const { network, depositCurrency, transactionId, refundTransactionId } = deposit;
  const sender = isUnrelated(network, depositCurrency) ? deposit.fromAddress : null;
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
 * What shares the client payment ID, the address (on XRP and XLM only with its tag), a sender or a transaction with a
 * payment. The client payment ID is compared whole: it is what a customer quotes, and the search finds its beginning.
 * `deposits` are its own, the newest last. Where it has more than these, the others would stand among the deposits of the
 * same address and sender, told apart by nothing: those groups are left out.
 */
export function readPaymentNeighbours(
  context: Context<PersonActor>,
  business: string,
  payment: PaymentDetail,
  deposits: readonly DepositDetail[],
): Promise<Neighbours> {
  const { paymentId, clientPaymentId, walletAddress, destinationTag, expectedNetwork, depositCurrency } =
    payment;
  const alone = isUnrelated(expectedNetwork, depositCurrency);
  const own = deposits.map(({ depositId }) => depositId);
  const byTag = !alone || destinationTag !== null;
  const isAmongOwn = ({ relation, kind }: NeighbourFilter) =>
    kind === 'deposit' && (relation === 'address' || relation === 'sender');
  const wanted: readonly NeighbourFilter[] = [
    ...ofReference(clientPaymentId, { payments: [paymentId] }),
    {
      relation: 'address',
      kind: 'payment',
      exact: byTag ? { walletAddress, destinationTag } : { walletAddress },
      except: [paymentId],
    },
    // A deposit is told no tag.
    {
      relation: 'address',
      kind: 'deposit',
      exact: { toAddress: byTag ? null : walletAddress },
      except: own,
    },
    {
      relation: 'address',
      kind: 'withdrawal',
      exact: byTag ? { toAddress: walletAddress, toTag: destinationTag } : { toAddress: walletAddress },
      except: [],
    },
    ...deposits.slice(-mostDeposits).flatMap((deposit) => ofDeposit(deposit, own)),
  ];
  return groupsOf(
    context,
    business,
    countEarlierDeposits(deposits, payment) > 0 ? wanted.filter((one) => !isAmongOwn(one)) : wanted,
    {
      needsTag: walletAddress !== null && !alone && destinationTag === null,
      compared: deposits.length > mostDeposits ? mostDeposits : null,
    },
  );
}

/**
 * The same for a deposit: its payment's reference, its transaction, and both of its addresses where they say something,
 * the one it came to with its payment's tag.
 */
export function readDepositNeighbours(
  context: Context<PersonActor>,
  business: string,
  deposit: DepositDetail,
): Promise<Neighbours> {
  const { depositId, paymentId, clientPaymentId, network, depositCurrency, toAddress, destinationTag } =
    deposit;
  const alone = isUnrelated(network, depositCurrency);
  const byTag = !alone || destinationTag !== null;
  return groupsOf(
    context,
    business,
    [
      ...ofReference(clientPaymentId, { payments: [paymentId] }),
      ...ofDeposit(deposit, [depositId]),
      // A deposit is told no tag.
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
    { needsTag: !alone && toAddress !== null && destinationTag === null },
  );
}

/** The same for a withdrawal: its reference, its destination and its transaction. */
export function readWithdrawalNeighbours(
  context: Context<PersonActor>,
  business: string,
  withdrawal: WithdrawalDetail,
): Promise<Neighbours> {
  const { withdrawalId, clientWithdrawalId, withdrawCurrency, toAddress, toTag, transactionId } = withdrawal;
  const alone = isUnrelated(null, withdrawCurrency);
  const byTag = !alone || toTag !== null;
  const except = [withdrawalId];
  return groupsOf(
    context,
    business,
    [
      ...ofReference(clientWithdrawalId, { withdrawals: except }),
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
      // A deposit is told no tag of where it came from.
      {
        relation: 'destination',
        kind: 'deposit',
        exact: { fromAddress: byTag ? null : toAddress },
        except: [],
      },
      { relation: 'transaction', kind: 'withdrawal', exact: { transactionId }, except },
      { relation: 'transaction', kind: 'deposit', exact: { transactionId }, except: [] },
    ],
    { needsTag: toAddress !== null && !alone && toTag === null },
  );
}
