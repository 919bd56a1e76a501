import { createHash } from 'node:crypto';
import type { SignedAmount } from '#lib/values/amount.ts';
import { fiatCurrencies } from '#lib/values/currencies.ts';
import { addSigned, negateSigned, signedAmount } from '#lib/values/signed.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import type { Store } from '../storage/store.ts';

/** A line of the merchant's bank account or wallet. */
type BankLine = {
  /** Seconds. */
  readonly at: number;
  readonly amount: SignedAmount;
  readonly reference: string;
  readonly party: string;
  readonly text: string;
  readonly transactionId: string;
  readonly address: string;
};

/** The merchant's statement of one currency, without the days after `now`. */
export type BankStatement = {
  readonly account: string;
  readonly owner: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly opening: SignedAmount;
  readonly lines: readonly BankLine[];
};

const day = 86_400;
const zero = signedAmount('0');

export const toDay = (at: number): string => new Date(at * 1_000).toISOString().slice(0, 10);
const toNumber = (text: string): number => Math.floor(Date.parse(`${text}T00:00:00Z`) / 1_000);

const isFiat = (currency: string): boolean => fiatCurrencies.some((code) => code === currency);

/** A number that is always the same for the same texts, so that a statement can be written again. */
const choose = (...texts: readonly string[]): number =>
  createHash('sha256').update(texts.join(' ')).digest().readUInt32BE(0);
const createReference = (...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join(' ')).digest('hex').slice(0, 16).toUpperCase();

type Settled = { readonly at: number; readonly amount: SignedAmount };

/** Lists confirmed deposits of a settlement currency, oldest first. */
function listSettled(store: Store, businessId: string, currency: string): readonly Settled[] {
  const found: Settled[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: ReturnType<Store['payments']['page']> = store.payments.page(businessId, after, 1_000);
    for (const { record } of page.payments)
      for (const {
        status,
        settlementCurrency,
        settlementPayableAmount,
        depositReceivedAt,
      } of record.deposits)
        if (
          status === 'CONFIRMED' &&
          settlementCurrency === currency &&
          settlementPayableAmount &&
          depositReceivedAt
        )
          found.push({ at: Number(depositReceivedAt), amount: signedAmount(settlementPayableAmount) });
    after = page.next;
  }
  return found.toSorted((one, two) => one.at - two.at);
}

/** Returns the settlement currencies of a business's deposits and the coins of its withdrawals. */
export function listBankCurrencies(store: Store, businessId: string): readonly string[] {
  const found = new Set<string>();
  for (let after: number | null = 0; after !== null; ) {
    const page: ReturnType<Store['payments']['page']> = store.payments.page(businessId, after, 1_000);
    for (const { record } of page.payments)
      for (const { settlementCurrency } of record.deposits)
        if (settlementCurrency) found.add(settlementCurrency);
    after = page.next;
  }
  for (const { withdrawCurrency, sent } of store.withdrawals.newest(businessId, 100_000))
    if (sent !== null) found.add(withdrawCurrency);
  return [...found].sort();
}

/** Returns when the deposits of a day are paid out: the next day at 06:00, after a weekend on Monday. */
function findPayoutTime(number: number): number {
  const next = (number + 1) * day + 6 * 3_600;
  const weekday = new Date(next * 1_000).getUTCDay();
  return next + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * day;
}

const splitShare = 3n;

/** A bank pays whole cents. */
const cutToCents = (amount: SignedAmount): SignedAmount =>
  signedAmount(amount.replace(/(\.\d{2})\d+$/, '$1'));

/** Divides an amount into a third and the rest, with two decimals or eight. */
function divide(amount: SignedAmount, scale: number): readonly [SignedAmount, SignedAmount] {
  const [whole = '0', fraction = ''] = amount.split('.');
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0')) / splitShare;
  const digits = String(units).padStart(scale + 1, '0');
  const part = signedAmount(`${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
  return [part, addSigned(amount, negateSigned(part))];
}

/**
 * Plans the payouts of settled deposits: one for each day, with those of a weekend together. Some are less a bank fee, in two
 * parts, or late. About one in 15 is a mistake to find: booked twice, or with a wrong amount.
 */
function planPayouts(businessId: string, currency: string, settled: readonly Settled[]): readonly BankLine[] {
  const sums = new Map<number, SignedAmount>();
  for (const { at, amount } of settled) {
    const time = findPayoutTime(Math.floor(at / day));
    sums.set(time, addSigned(sums.get(time) ?? zero, amount));
  }
  const fiat = isFiat(currency);
  return [...sums].flatMap(([time, exact]): readonly BankLine[] => {
    const sum = fiat ? cutToCents(exact) : exact;
    if (compareAmounts(sum, zero) <= 0) return [];
    const name = toDay(time);
    const chance = choose(businessId, currency, name);
    const line = (amount: SignedAmount, part: string, at = time): BankLine => ({
      at,
      amount,
      reference: createReference(businessId, currency, name, part),
      party: 'Payment service settlements',
      text: `Settlement ${name}${part === '' ? '' : ` part ${part}`}`,
      transactionId: fiat ? '' : createHash('sha256').update(`${currency} ${name} ${part}`).digest('hex'),
      address: '',
    });
    switch (chance % 15) {
      case 0:
        return [line(sum, ''), line(sum, '2')];
      case 1:
        return [line(addSigned(sum, signedAmount(fiat ? '9' : '0.0009')), '')];
      case 2:
      case 3:
        return [line(sum, '', time + 4 * day)];
      case 4:
      case 5: {
        const [one, two] = divide(sum, fiat ? 2 : 8);
        return [line(one, '1'), line(two, '2')];
      }
      case 6:
      case 7:
      case 8: {
        const net = addSigned(sum, signedAmount('-0.35'));
        return fiat && compareAmounts(net, zero) > 0 ? [line(net, '')] : [line(sum, '')];
      }
      default:
        return [line(sum, '')];
    }
  });
}

/** Withdrawals that arrived in the merchant's own wallet. */
function listArrivals(store: Store, businessId: string, currency: string): readonly BankLine[] {
  return store.withdrawals.newest(businessId, 100_000).flatMap((state): readonly BankLine[] => {
    if (state.withdrawCurrency !== currency || state.sent === null || state.outcome !== 'COMPLETED')
      return [];
    return [
      {
        at: state.processedAt ?? state.initiatedAt,
        amount: signedAmount(state.sent.withdrawAmount),
        reference: '',
        party: 'Payment service',
        text: `Withdrawal ${state.clientWithdrawalId}`,
        transactionId: state.sent.transactionId,
        address: state.toTxAddress,
      },
    ];
  });
}

/** The bank's own lines, and money of others: these match nothing. */
function listOthers(businessId: string, currency: string, from: number, to: number): readonly BankLine[] {
  const lines: BankLine[] = [];
  for (let at = from; at < to; at += day) {
    const name = toDay(at);
    const other = (amount: string, party: string, text: string): BankLine => ({
      at: at + 9 * 3_600,
      amount: signedAmount(amount),
      party,
      text,
      transactionId: '',
      address: '',
      reference: createReference(businessId, currency, name, text),
    });
    if (name.endsWith('-01') && isFiat(currency)) lines.push(other('-12.5', 'Your bank', 'Account fee'));
    if (isFiat(currency) && choose(businessId, name, 'customer') % 9 === 0)
      lines.push(other(`${(choose(name) % 900) + 20}.4`, 'A customer', `Invoice ${choose(name) % 10_000}`));
  }
  return lines;
}

/** Creates the statement of a business's bank account or wallet for whole days, until now. */
export function createBankStatement(
  store: Store,
  {
    businessId,
    currency,
    from,
    to,
    now,
  }: {
    readonly businessId: string;
    readonly currency: string;
    readonly from: string;
    readonly to: string;
    /** Seconds on the sandbox's clock. */
    readonly now: number;
  },
): BankStatement {
  const [begin, end] = [toNumber(from), Math.min(toNumber(to) + day, now)];
  const settled = listSettled(store, businessId, currency);
  // The same lines for each statement, so that their balances follow from each other.
  const first = settled[0]?.at ?? begin;
  const all = [
    ...planPayouts(businessId, currency, settled),
    ...(isFiat(currency) ? [] : listArrivals(store, businessId, currency)),
    ...listOthers(businessId, currency, first - (first % day), end),
  ].toSorted((one, two) => one.at - two.at || (one.reference < two.reference ? -1 : 1));
  const before = all.filter(({ at }) => at < begin);
  return {
    account: isFiat(currency)
      ? `DE${String(10 + (choose(businessId) % 89))}500105175407${String(choose(businessId, currency) % 1_000_000).padStart(6, '0')}`
      : `Wallet ${currency}`,
    owner: store.businesses.find(businessId)?.name ?? businessId,
    currency,
    from,
    to,
    opening: before.reduce<SignedAmount>((sum, { amount }) => addSigned(sum, amount), signedAmount('10000')),
    lines: all.filter(({ at }) => at >= begin && at < end),
  };
}
