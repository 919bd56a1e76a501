import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Network } from '#lib/values/currencies.ts';
import { isCryptoCurrency } from '#lib/values/currencies.ts';
import { toId } from '#lib/values/ids.ts';
import { createAddress, createTransactionHash } from '../model/addresses.ts';
import { assumedDefaults } from '../model/assumed-defaults.ts';
import { acceptsPair, defaultDisplayCurrency, listNetworks, listPairs } from '../model/businesses.ts';
import { coins, findChain, isNetwork, requireChain } from '../model/coins.ts';
import { isZero, minus, sum, zero } from '../model/money.ts';
import { pickInteger } from '../model/random.ts';
import { findSender, isSenderName } from '../model/senders.ts';
import type { SandboxContext } from '../world.ts';
import { calculateDueTime, readWorldSeconds } from '../world.ts';
import { depositAddress, setCoin } from './choose-coin.ts';
import { calculatePayerFee, toDisplayAmount } from './figures.ts';
import { findBusiness } from './find-business.ts';
import type { PaymentState } from './payment-state.ts';
import { Refusal, refuseField } from './payment-state.ts';
import { chooseRateSecond, createQuote } from './quote.ts';
import { calculateStatus } from './status.ts';

/** A transfer by a payer. Omitted fields take the payment's requested values. */
export type PayerTransfer = {
  readonly amount?: Amount;
  readonly depositCurrency?: string;
  readonly network?: string;
  /** The name of a sender in the library, or an address. */
  readonly sender?: string;
  /** Several deposits may share a transaction. */
  readonly transactionId?: string;
  /** True where an exchanged-deposit callback follows. */
  readonly exchanged?: boolean;
};

type Pair = { coin: string; network: Network };

function pairSent(world: SandboxContext, state: PaymentState, sending: PayerTransfer): Pair {
  const business = findBusiness(world, state);
  const { record } = state;
  const coin = sending.depositCurrency ?? record.depositCurrency ?? listPairs(business)[0]?.coin ?? 'BTC';
  if (!isCryptoCurrency(coin)) return refuseField('depositCurrency', 'is not a coin of the interface');
  const expectedNetwork = coin === record.depositCurrency ? record.expectedNetwork : undefined;
  const usual = coins[coin].chains[0]?.network;
  const network = sending.network ?? expectedNetwork ?? listNetworks(business, coin)[0] ?? usual ?? '';
  if (!isNetwork(network)) return refuseField('network', 'is not a network of the interface');
  if (findChain(coin, network) === null) return refuseField('network', `does not carry ${coin}`);
  return { coin, network };
}

/** Selects the sent coin, or the first that the business accepts, for a payer who has not selected one. */
function pickIfNeeded(world: SandboxContext, state: PaymentState, sent: Pair): void {
  if (state.record.depositCurrency) return;
  const business = findBusiness(world, state);
  const first = acceptsPair(business, sent.coin, sent.network) ? sent : listPairs(business)[0];
  if (first === undefined) throw new Refusal('This business takes no coin at all.');
  setCoin(world, state, first.coin, first.network);
}

/**
 * Returns the exact amount to pay now: the missing part of the requested amount, or the whole price in another coin
 * or at a floating rate. A late payer of a FIXED payment still sends the requested amount.
 */
function exactAmount(state: PaymentState, sent: Pair, now: number): Amount {
  const { record } = state;
  const expected = record.expectedDepositAmount;
  const follows = record.type === 'REUSABLE' || (record.rateType === 'FLOATING' && !state.pricedInCoin);
  if (!expected || sent.coin !== record.depositCurrency || follows)
    return createQuote(state, sent.coin, sent.network, chooseRateSecond(state, now)).amount;
  const paid = sum(
    record.deposits
      .filter(({ depositCurrency, status }) => depositCurrency === sent.coin && status !== 'UNPROCESSABLE')
      .map(({ depositAmount }) => depositAmount ?? zero),
  );
  const missing = minus(expected, paid);
  return isZero(missing) ? expected : missing;
}

/** Returns true for amounts with more integer digits than the later sums can hold. */
const isAbsurd = (amount: Amount): boolean =>
  (amount.split('.')[0] ?? '').length > assumedDefaults.integerDigits;

function fromAddress(world: SandboxContext, network: Network, sender: string | undefined): string {
  if (sender !== undefined && !isSenderName(sender)) return sender;
  const { name } = findSender(sender ?? 'clean');
  const entityKey = name === 'clean' ? world.random.uuid() : String(pickInteger(world.random, 0, 2));
  return createAddress(network, `sender:${name}:${entityKey}`);
}

/**
 * Records a transaction to the payment's address that is not yet in a block. Saves and returns the UNCONFIRMED
 * deposit.
 *
 * @throws Refusal for a coin or network that does not exist
 */
export function receiveDeposit(
  world: SandboxContext,
  state: PaymentState,
  sending: PayerTransfer,
): DepositRecord {
  const { record } = state;
  const now = readWorldSeconds(world);
  const sent = pairSent(world, state, sending);
  pickIfNeeded(world, state, sent);
  if (
    record.rateType === 'FLOATING' &&
    record.expectedNetwork &&
    record.depositCurrency &&
    !state.pricedInCoin
  )
    record.expectedDepositAmount = createQuote(
      state,
      record.depositCurrency,
      record.expectedNetwork,
      now,
    ).amount;
  const amount = sending.amount ?? exactAmount(state, sent, now);
  if (isZero(amount)) refuseField('amount', 'must be more than 0');
  const business = findBusiness(world, state);
  const depositId = world.random.uuid();
  const displayCurrency = record.displayCurrency ?? defaultDisplayCurrency(business);
  const late = state.expiresAt !== null && now >= state.expiresAt;
  const deposit: DepositRecord = {
    id: toId(depositId),
    transactionId: sending.transactionId ?? createTransactionHash(sent.network, depositId),
    status: 'UNCONFIRMED',
    fromAddress: fromAddress(world, sent.network, sending.sender),
    toAddress:
      sent.network === record.expectedNetwork && record.walletAddress
        ? record.walletAddress
        : depositAddress(state, sent.network),
    depositCurrency: sent.coin,
    network: sent.network,
    depositAmount: amount,
    onChainFee: requireChain(sent.coin, sent.network).fee,
    displayCurrency,
    uniformCurrency: 'EUR',
    userServiceFeeDistributionPercentage: record.userServiceFeeDistributionPercentage,
    depositReceivedAt: now,
  };
  deposit.depositDistributedUserServiceFee = calculatePayerFee(deposit, amount);
  deposit.displayAmount = toDisplayAmount(state, deposit, amount, chooseRateSecond(state, now));
  if (isAbsurd(amount) || isAbsurd(deposit.displayAmount)) refuseField('amount', 'is more than there is');
  record.deposits.push(deposit);
  state.traces[depositId] = {
    sender: sending.sender !== undefined && isSenderName(sending.sender) ? sending.sender : 'clean',
    rateType: record.rateType === 'FIXED' && !late ? 'FIXED' : 'FLOATING',
    exchanged: sending.exchanged ?? false,
  };
  record.status = calculateStatus(state, now);
  world.store.transaction(() => {
    world.store.payments.save(state);
    world.store.payments.addDeposit(state, depositId);
    world.store.events.add(
      calculateDueTime(world, world.pace.confirmation(sent.network)),
      'confirm',
      depositId,
    );
  });
  return deposit;
}
