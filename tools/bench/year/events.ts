import { createHash } from 'node:crypto';

/** How a business learns credited amounts: payments are read, only callbacks arrive, or callbacks are declared credited. */
export const yearModes = ['reads on', 'reads off', 'assumption set'] as const;
export type YearMode = (typeof yearModes)[number];

/** A year of months in the time zone of a business. Facts about it arrive until a few weeks after. */
export const yearMonths: readonly string[] = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2025, 10 + index, 1)).toISOString().slice(0, 7),
);
/** The month after the year, which stays open. */
export const openMonth = '2026-11';
export const yearCurrencies = ['EUR', 'USDT'] as const;

const beginsAt = Date.UTC(2025, 10, 1) / 1_000;
/** An hour less than the year in every time zone. */
const yearSeconds = 364 * 86_400;
const lastFactAt = Date.UTC(2026, 10, 20) / 1_000;

/** A message of the service, with its time in seconds. The body is made when it is sent, because a year has very many. */
export type YearEvent = {
  readonly at: number;
  /** When its money moved, which decides on its month. */
  readonly movedAt: number;
  readonly kind: 'deposit-received' | 'withdrawal' | 'read';
  /** The deposit or withdrawal that it is about. */
  readonly recordId: string;
  readonly write: () => string;
};

type Random = (below: number) => number;

/** A seeded generator, so that a failure can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns a UUID that follows from a text. */
const toUuid = (text: string): string => {
  const hex = createHash('md5').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
};

const coins = ['USDT', 'BTC', 'ETH'] as const;
const networks = { USDT: 'TRX', BTC: 'BTC', ETH: 'ETH' } as const;

/** Amounts that records report as text, some with all 18 decimals of a coin. */
const createDigits = (random: Random) => {
  const decimals = (count: number) => Array.from({ length: count }, () => random(10)).join('');
  return {
    exact: (): string => `${random(5_000)}.${decimals(random(8) === 0 ? 17 : random(7))}${random(9) + 1}`,
    /** Numbers of callbacks have few digits, so that every reader of JSON reads them alike. */
    short: (): number => Number(`${random(5_000)}.${decimals(random(6))}${random(9) + 1}`),
    small: (): string => `${random(20)}.${decimals(2)}${random(9) + 1}`,
  };
};

/** Midnights and the hours around a change of the clock are as likely as all other times together. */
function pickTime(random: Random): number {
  const choice = random(6);
  if (choice < 3) return beginsAt + random(yearSeconds);
  if (choice < 5) return beginsAt + (1 + random(362)) * 86_400 - 3 * 3_600 + random(12) * 1_800;
  const changes = [Date.UTC(2026, 2, 8), Date.UTC(2026, 2, 28), Date.UTC(2026, 9, 24), Date.UTC(2026, 9, 31)];
  return (changes[random(4)] ?? beginsAt * 1_000) / 1_000 + random(60) * 3_600 * 0.5;
}

const formatCents = (cents: number): string => (cents / 100).toFixed(2);

const inTime = (at: number): number => Math.min(Math.floor(at), lastFactAt);

type Fields = Readonly<Record<string, unknown>>;

function createDeposit(
  random: Random,
  businessId: string,
  name: string,
  mode: YearMode,
): readonly YearEvent[] {
  const digits = createDigits(random);
  const [paymentId, depositId] = [toUuid(`payment ${name}`), toUuid(`deposit ${name}`)];
  const receivedAt = Math.floor(pickTime(random));
  const settlementCurrency = yearCurrencies[random(3) === 0 ? 1 : 0];
  const coin = coins[random(3)] ?? 'USDT';
  const place = { depositCurrency: coin, network: networks[coin], displayCurrency: 'EUR' };
  const events: YearEvent[] = [];
  const sendCallback = (at: number, fields: Fields) => {
    const body = {
      ...{ actualDepositAmount: 53.271845, actualDisplayAmount: 49.9, clientPaymentId: name, ...place },
      ...{ settlementCurrency, depositId, onChainFee: 0.000021, expectedDepositAmount: '53.271845' },
      ...{ depositAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', transactionId: `hash ${name}` },
      ...{ fromAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', displayServiceFee: 0.5 },
      ...{ expectedDisplayAmount: 49.9, expirationTime: receivedAt + 1_800, paymentId },
      ...{ paymentReceivedAt: receivedAt, paymentRequestedAt: receivedAt - 100, status: 'CONFIRMED' },
      ...{ rateType: 'FIXED', displayRateDepegLossAmount: null, displayDistributedUserServiceFee: '0' },
      ...fields,
    };
    events.push({
      at: inTime(at),
      movedAt: receivedAt,
      kind: 'deposit-received',
      recordId: depositId,
      write: () => JSON.stringify(body),
    });
  };
  const first = {
    ...{ settlementAmount: digits.short(), settlementServiceFee: digits.short() },
    settlementDistributedUserServiceFee: digits.small(),
    settlementRateDepegLossAmount: random(4) === 0 ? digits.short() : null,
  };
  // One of 30 arrives up to 40 days late, so that its period may be closed.
  const isLate = random(30) === 0;
  const callbackAt = receivedAt + (isLate ? random(40 * 86_400) : 30 + random(300));
  // One of 30 callbacks is lost where payments are read.
  const isLost = mode === 'reads on' && random(30) === 0;
  if (!isLost) sendCallback(callbackAt, first);
  if (random(40) === 0) sendCallback(callbackAt + random(86_400), first);
  if (random(40) === 0)
    sendCallback(callbackAt + 1 + random(50 * 86_400), { ...first, settlementAmount: digits.short() });
  if (mode !== 'reads on' || random(40) === 0) return events;
  // One in three is paid too much or too little.
  const payableCents = random(200_000) + 1_000;
  const displayCents = payableCents + 50 + (random(3) === 0 ? random(900) - 400 : 0);
  let record: Fields = {
    ...{ id: depositId, transactionId: `hash ${name}`, status: 'CONFIRMED', ...place, settlementCurrency },
    ...{ fromAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', depositAmount: '53.271845' },
    ...{ toAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', onChainFee: '0.000021', displayServiceFee: '0.50' },
    ...{ displayAmount: formatCents(displayCents), displayPayableAmount: formatCents(payableCents) },
    ...(random(10) > 0 && { uniformCurrency: 'EUR', uniformPayableAmount: formatCents(payableCents) }),
    ...{ userServiceFeeDistributionPercentage: '0', depositReceivedAt: receivedAt },
    ...(random(40) > 0 && { settlementPayableAmount: digits.exact() }),
    // Gross posting needs a fee, and the only other one is that of a callback on time.
    ...((isLost || isLate || random(10) > 0) && { settlementServiceFee: digits.small() }),
    ...(random(3) === 0 && {
      settlementRateDepegLossAmount: `${random(2) === 0 ? '-' : ''}${digits.small()}`,
    }),
  };
  let readAt = receivedAt + 600 + random(600);
  const read = (changes: Fields) => {
    record = { ...record, ...changes };
    const body = {
      ...{
        paymentId,
        businessId,
        clientPaymentId: name,
        locale: 'en',
        status: 'DEPOSITED',
        rateType: 'FIXED',
      },
      ...{ type: 'ONE_TIME', url: 'https://pay.example.test/checkout', processorType: 'BLOCKCHAIN' },
      ...{ displayCurrency: 'EUR', expectedDisplayAmount: '49.90', actualDisplayAmount: '49.90' },
      ...{ actualDisplayDistributedUserServiceFee: '0', actualDepositAmount: '53.271845' },
      ...{ actualDepositDistributedUserServiceFee: '0', actualUniformAmount: '49.90' },
      // Each read has other bytes, so that each is stored with its time.
      ...{ userServiceFeeDistributionPercentage: '0', expirationMinutes: 30 + events.length },
      ...{ paymentInitiatedAt: receivedAt - 200, deposits: [record] },
    };
    events.push({
      ...{ at: inTime(readAt), movedAt: receivedAt, kind: 'read', recordId: depositId },
      write: () => JSON.stringify(body),
    });
  };
  read({});
  const later = () => {
    readAt += 1 + random(70 * 86_400);
    return readAt <= lastFactAt;
  };
  // The service corrects an amount, holds a deposit back, or confirms it after all.
  if (random(25) === 0 && later()) read({ settlementPayableAmount: digits.exact() });
  if (random(40) === 0 && later()) {
    read({ status: 'COMPLIANCE_REVIEW' });
    if (random(2) === 0 && later()) read({ status: 'CONFIRMED' });
  }
  // Only the books by gross posting change with the amount received.
  if (random(40) === 0 && later()) read({ settlementServiceFee: digits.small() });
  if (random(40) === 0 && later()) read({ displayAmount: formatCents(displayCents + random(500)) });
  // A refund is confirmed some days before it is read, often in another month.
  if (random(25) === 0 && later())
    read({
      refund: {
        ...{ type: 'PARTIAL', status: 'CONFIRMED', reason: 'OVERPAYMENT', ...place },
        ...{ amount: digits.small(), displayAmount: '1.50', transactionId: `refund ${name}` },
        ...(random(4) > 0 && { fee: '0.00021' }),
        confirmedAt: readAt - random(5 * 86_400),
      },
    });
  return events;
}

function createWithdrawal(random: Random, businessId: string, name: string): readonly YearEvent[] {
  const digits = createDigits(random);
  const events: YearEvent[] = [];
  const begun = beginsAt + random(yearSeconds);
  let at = begun;
  const send = (status: string, deductedSettlementAmount: string | undefined) => {
    const body = {
      ...{ status, clientWithdrawalId: name, businessId, withdrawalId: toUuid(`withdrawal ${name}`) },
      ...{ displayCurrency: 'EUR', withdrawCurrency: 'XRP', settlementCurrency: currency },
      ...{ expectedDisplayAmount: '100.00', actualDisplayAmount: '99.87', estimatedWithdrawAmount: '190.5' },
      ...{
        actualWithdrawAmount: '190.25',
        deductedSettlementAmount,
        withdrawFee: '0.00001',
        displayFee: '0.01',
      },
      ...{ toTxAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY?dt=12345', transactionId: `out ${name}` },
      txAddressOwner: { name: 'Some exchange', category: 'exchange' },
    };
    events.push({
      ...{ at: inTime(at), movedAt: begun, kind: 'withdrawal', recordId: body.withdrawalId },
      write: () => JSON.stringify(body),
    });
  };
  const currency = yearCurrencies[random(3) === 0 ? 1 : 0];
  const deducted = random(50) === 0 ? undefined : digits.exact();
  send(random(20) === 0 ? 'FAILED' : 'COMPLETED', deducted);
  // One of 15 changes later, in either direction.
  if (random(15) === 0) {
    at += 60 + random(60 * 86_400);
    if (at <= lastFactAt) send(random(2) === 0 ? 'FAILED' : 'COMPLETED', digits.exact());
  }
  return events;
}

/** Creates everything that the service sends about a year, in the order of time. */
export function createYear({
  businessId,
  seed,
  deposits,
  mode,
}: {
  readonly businessId: string;
  readonly seed: number;
  readonly deposits: number;
  readonly mode: YearMode;
}): readonly YearEvent[] {
  const random = createRandom(seed);
  const events: YearEvent[] = [];
  for (let number = 0; number < deposits; number += 1)
    events.push(...createDeposit(random, businessId, `year-${seed}-${number}`, mode));
  for (let number = 0; number < deposits / 20; number += 1)
    events.push(...createWithdrawal(random, businessId, `out-${seed}-${number}`));
  return events.toSorted((one, other) => one.at - other.at);
}
