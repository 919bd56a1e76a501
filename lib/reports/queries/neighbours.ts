import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { PaymentDetail } from '#lib/payments/schema-fields.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { networkUsesTag } from '#lib/values/currencies.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import type { NeighbourGroup, Neighbours, Relation } from '../schema-neighbours.ts';
import type { Wanted } from './neighbour-group.ts';
import { neighbourGroup } from './neighbour-group.ts';

/** The transactions and senders of so many deposits are looked up; a reusable payment can have thousands. */
const mostDeposits = 3;

/** Coins that have a network of their own are named like it, so a coin tells as well where the network is not known. */
const usesTag = (network: string | null, coin: string | null): boolean =>
  networkUsesTag(network ?? coin ?? '');

/** Where neither network nor coin is known, an address alone proves nothing either. */
const standsAlone = (network: string | null, coin: string | null): boolean =>
  (network ?? coin) !== null && !usesTag(network, coin);

/** What says most comes first. */
const relations: readonly Relation[] = ['reference', 'transaction', 'destination', 'address', 'sender'];

async function groupsOf(
  context: Context<PersonActor>,
  business: string,
  wanted: readonly Wanted[],
  needsTag: boolean,
): Promise<Neighbours> {
  const { businessId } = requirePermission(context, business, 'read');
  const found = await Promise.all(wanted.map((one) => neighbourGroup(businessId, one)));
  const groups = found.filter((group): group is NeighbourGroup => group !== null);
  // Two deposits of one payment may have come from one address.
  const once = new Map(groups.map((group) => [`${group.relation} ${group.kind} ${group.address}`, group]));
  const place = ({ relation }: NeighbourGroup) => relations.indexOf(relation);
  return { groups: [...once.values()].toSorted((one, other) => place(one) - place(other)), needsTag };
}

function ofDeposit(deposit: DepositDetail, except: readonly string[]): Wanted[] {
  const { network, depositCurrency, fromAddress, transactionId } = deposit;
  const alone = standsAlone(network, depositCurrency);
  return [
    { relation: 'transaction', kind: 'deposit', exact: { transactionId }, except },
    { relation: 'transaction', kind: 'withdrawal', exact: { transactionId }, except: [] },
    { relation: 'sender', kind: 'deposit', exact: { fromAddress: alone ? fromAddress : null }, except },
  ];
}

/**
 * What shares the client payment ID, the address (on XRP and XLM only with its tag), a sender or a transaction with a
 * payment. The client payment ID is compared whole: it is what a customer quotes, and the search finds its beginning.
 * Each group is one lookup by the index that the search has too. Throws Problem 'not-found' or 'forbidden'.
 */
export function paymentNeighbours(
  context: Context<PersonActor>,
  business: string,
  payment: PaymentDetail,
  deposits: readonly DepositDetail[],
): Promise<Neighbours> {
  const { paymentId, clientPaymentId, walletAddress, destinationTag, expectedNetwork, depositCurrency } =
    payment;
  const except = [paymentId];
  const alone = standsAlone(expectedNetwork, depositCurrency);
  const own = deposits.map(({ depositId }) => depositId);
  return groupsOf(
    context,
    business,
    [
      { relation: 'reference', kind: 'payment', exact: { clientPaymentId }, except },
      {
        relation: 'address',
        kind: 'payment',
        exact: alone && destinationTag === null ? { walletAddress } : { walletAddress, destinationTag },
        except,
      },
      ...deposits.slice(0, mostDeposits).flatMap((deposit) => ofDeposit(deposit, own)),
    ],
    walletAddress !== null && !alone && destinationTag === null,
  );
}

/** The same for a deposit: its payment's reference, its transaction, and both of its addresses where they say something. */
export function depositNeighbours(
  context: Context<PersonActor>,
  business: string,
  deposit: DepositDetail,
): Promise<Neighbours> {
  const { depositId, paymentId, clientPaymentId, network, depositCurrency, toAddress } = deposit;
  const alone = standsAlone(network, depositCurrency);
  return groupsOf(
    context,
    business,
    [
      { relation: 'reference', kind: 'payment', exact: { clientPaymentId }, except: [paymentId] },
      ...ofDeposit(deposit, [depositId]),
      {
        relation: 'address',
        kind: 'deposit',
        exact: { toAddress: alone ? toAddress : null },
        except: [depositId],
      },
    ],
    !alone && toAddress !== null,
  );
}

/** The same for a withdrawal: its reference, its destination and its transaction. */
export function withdrawalNeighbours(
  context: Context<PersonActor>,
  business: string,
  withdrawal: WithdrawalDetail,
): Promise<Neighbours> {
  const { withdrawalId, clientWithdrawalId, withdrawCurrency, toAddress, toTag, transactionId } = withdrawal;
  const alone = standsAlone(null, withdrawCurrency);
  const except = [withdrawalId];
  return groupsOf(
    context,
    business,
    [
      { relation: 'reference', kind: 'withdrawal', exact: { clientWithdrawalId }, except },
      {
        relation: 'destination',
        kind: 'withdrawal',
        exact: alone && toTag === null ? { toAddress } : { toAddress, toTag },
        except,
      },
      { relation: 'transaction', kind: 'withdrawal', exact: { transactionId }, except },
      { relation: 'transaction', kind: 'deposit', exact: { transactionId }, except: [] },
    ],
    toAddress !== null && !alone && toTag === null,
  );
}
