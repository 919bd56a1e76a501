/**
 * A second program that computes statements from what was received and what people did. It shares no code with the product:
 * it parses JSON, keeps amounts as integers of 10⁻³⁰, and finds months by the calendar of the platform.
 */

/** A stored message: its time in milliseconds and its bytes as text. */
export type RawMessage = {
  readonly kind: 'deposit-received' | 'withdrawal' | 'read';
  readonly at: number;
  readonly text: string;
};

/** Acts of people, as plain JSON. Times are milliseconds. */
export type Acts = {
  readonly timeZone: string;
  readonly opening: { readonly currency: string; readonly amount: string };
  readonly settlements: readonly {
    readonly id: string;
    readonly currency: string;
    readonly day: string;
    readonly amount: string;
    readonly at: number;
    readonly removedAt: number | null;
  }[];
  /** When callbacks were declared credited. */
  readonly declaredAt: number | null;
  /** When each month of a currency was closed, as "EUR 2026-01". */
  readonly closes: Readonly<Record<string, number>>;
};

/** A statement by its lines: count and units, or null units where nothing has an amount. */
export type ExpectedStatement = {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly change: bigint;
  readonly lines: Readonly<Record<string, Sum>>;
  readonly memo: Readonly<Record<string, Sum>>;
  readonly memoOf: number;
  readonly refunds: Readonly<Record<string, { readonly amount: Sum; readonly fee: bigint | null }>>;
};
export type Sum = { readonly count: number; readonly units: bigint | null };

export function toUnits(value: unknown): bigint {
  const text = String(value);
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(30, '0'));
  return text.startsWith('-') ? -units : units;
}

/** A movement of the position, on the day on which a statement counts it. */
export type PositionMovement = {
  readonly kind: string;
  readonly id: string;
  readonly day: string;
  readonly units: bigint;
};

/** A counted deposit of the month or of a closed one, with what was known of it. */
export type CountedDeposit = {
  readonly day: string;
  readonly isOwn: boolean;
  readonly units: bigint;
  readonly facts: Body;
};

/** A statement with the movements and deposits behind it, for the books. */
export type StatedMonth = {
  readonly statement: ExpectedStatement;
  readonly movements: readonly PositionMovement[];
  readonly deposits: ReadonlyMap<string, CountedDeposit>;
};

type Body = Readonly<Record<string, unknown>>;
type Fact = { readonly at: number; readonly isRead: boolean; readonly body: Body };
type Deposit = {
  readonly currency: unknown;
  readonly day: string;
  readonly month: string;
  readonly status: unknown;
  readonly payable: unknown;
  readonly reported: unknown;
  readonly memo: Readonly<Record<string, unknown>>;
  readonly refund: Body | null;
  readonly facts: Body;
};

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null;
const parseBody = (text: string): Body => {
  const value: unknown = JSON.parse(text);
  if (!isBody(value)) throw new Error('no object');
  return value;
};

/** Values that later facts of the same source leave out stay. */
function merge(facts: readonly Fact[], isRead: boolean): Body {
  const merged = new Map<string, unknown>();
  for (const fact of facts)
    if (fact.isRead === isRead)
      for (const [name, value] of Object.entries(fact.body))
        if (value !== null && value !== undefined) merged.set(name, value);
  return Object.fromEntries(merged);
}

class Sums {
  readonly all = new Map<string, { count: number; units: bigint | null }>();
  add(name: string, units: bigint | null, count = 1): void {
    const sum = this.all.get(name) ?? { count: 0, units: null };
    sum.count += count;
    if (units !== null) sum.units = (sum.units ?? 0n) + units;
    this.all.set(name, sum);
  }
  list = (): Readonly<Record<string, Sum>> => Object.fromEntries([...this.all].toSorted());
}

/** Returns by how much each of the present values differs from the booked one. */
function listDifferences(
  present: ReadonlyMap<string, bigint>,
  booked: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, bigint> {
  const keys = new Set([...present.keys(), ...booked.keys()]);
  const differences = [...keys].map((key): [string, bigint] => [
    key,
    (present.get(key) ?? 0n) - (booked.get(key) ?? 0n),
  ]);
  return new Map(differences.filter(([, difference]) => difference !== 0n));
}

/** Statements of one business. Close the months of a currency in their order. */
export class SecondProgram {
  readonly #acts: Acts;
  readonly #deposits = new Map<string, Fact[]>();
  readonly #withdrawals = new Map<string, Fact[]>();
  readonly #months = new Map<number, string>();
  readonly #read = new WeakMap<readonly Fact[], { readonly count: number; readonly deposit: Deposit }>();
  readonly #calendar: Intl.DateTimeFormat;
  /** Amounts that closed months of a currency booked, by kind and ID. */
  readonly #booked = new Map<string, Map<string, bigint>>();
  /** The same for fees and losses. */
  readonly #bookedMemo = new Map<string, Map<string, bigint>>();
  /** The meaning with which a month was closed. */
  readonly #closedWith = new Map<string, Map<string, boolean>>();
  /** Deposits whose refund a closed month of a currency has. */
  readonly #refunded = new Map<string, Set<string>>();
  readonly #positions = new Map<string, bigint>();

  constructor(acts: Acts) {
    this.#acts = acts;
    this.#calendar = new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone: acts.timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    });
    this.#positions.set(acts.opening.currency, toUnits(acts.opening.amount));
  }

  add({ kind, at, text }: RawMessage): void {
    const body = parseBody(text);
    const store = (map: Map<string, Fact[]>, id: unknown, fact: Fact) => {
      const facts = map.get(String(id));
      if (facts === undefined) map.set(String(id), [fact]);
      else facts.push(fact);
    };
    if (kind === 'withdrawal') store(this.#withdrawals, body['withdrawalId'], { at, isRead: false, body });
    else if (kind === 'deposit-received')
      store(this.#deposits, body['depositId'], { at, isRead: false, body: pickCallback(body) });
    else {
      const deposits = body['deposits'];
      for (const one of Array.isArray(deposits) ? deposits.filter(isBody) : [])
        store(this.#deposits, one['id'], { at, isRead: true, body: pickRecord(one) });
    }
  }

  /** Sorts what was received by time. Call it once, before statements. */
  sort(): void {
    for (const facts of [...this.#deposits.values(), ...this.#withdrawals.values()])
      facts.sort((one, other) => one.at - other.at);
  }

  #findDay(seconds: number): string {
    const hour = Math.floor(seconds / 1_800);
    const found = this.#months.get(hour) ?? this.#calendar.format(new Date(hour * 1_800_000));
    this.#months.set(hour, found);
    return found;
  }

  /** Facts until a time give the same deposit as long as no further one is known. */
  #readDeposit(facts: readonly Fact[], at: number): Deposit | null {
    const next = facts.findIndex((fact) => fact.at > at);
    const count = next < 0 ? facts.length : next;
    if (count === 0) return null;
    const stored = this.#read.get(facts);
    if (stored?.count === count) return stored.deposit;
    const deposit = this.#mergeDeposit(facts.slice(0, count));
    this.#read.set(facts, { count, deposit });
    return deposit;
  }

  #mergeDeposit(until: readonly Fact[]): Deposit {
    const [callback, record] = [merge(until, false), merge(until, true)];
    const value = (name: string) => record[name] ?? callback[name];
    const receivedAt = value('receivedAt');
    const day = receivedAt === undefined ? '' : this.#findDay(Number(receivedAt));
    return {
      ...{ currency: value('currency'), day, month: day.slice(0, 7), facts: { ...callback, ...record } },
      status: value('status'),
      payable: record['payable'],
      reported: callback['reported'],
      memo: {
        ...{ serviceFee: value('serviceFee'), distributedFee: value('distributedFee') },
        depegLoss: value('depegLoss'),
      },
      refund: isBody(record['refund']) ? record['refund'] : null,
    };
  }

  /** Computes the statement of a month as of its close, which books its rows, or of now. */
  state(currency: string, month: string): StatedMonth {
    const closedAt = this.#acts.closes[`${currency} ${month}`];
    const at = closedAt ?? Number.POSITIVE_INFINITY;
    const booked = this.#booked.get(currency) ?? new Map<string, bigint>();
    const closedWith = this.#closedWith.get(currency) ?? new Map<string, boolean>();
    this.#booked.set(currency, booked);
    const bookedMemo = this.#bookedMemo.get(currency) ?? new Map<string, bigint>();
    this.#bookedMemo.set(currency, bookedMemo);
    this.#closedWith.set(currency, closedWith);
    const refunded = this.#refunded.get(currency) ?? new Set<string>();
    this.#refunded.set(currency, refunded);
    const counts = this.#acts.declaredAt !== null && this.#acts.declaredAt <= at;
    const [lines, memo, rows] = [new Sums(), new Sums(), new Map<string, bigint>()];
    const days = new Map<string, string>();
    const counted = new Map<string, CountedDeposit>();
    const refunds = new Map<string, { amount: Sums; fee: Sums }>();
    let deposits = 0;
    /** Amounts of records of closed months, as they are now. */
    const present = new Map<string, bigint>();
    const [memoRows, presentMemo] = [new Map<string, bigint>(), new Map<string, bigint>()];
    for (const [id, facts] of this.#deposits) {
      const deposit = this.#readDeposit(facts, at);
      if (deposit === null || deposit.currency !== currency) continue;
      const refundMonth = this.#findRefundMonth(deposit.refund);
      // A refund that became known after the close of its month stands in the open one.
      if (
        deposit.refund !== null &&
        (refundMonth === month || closedWith.has(refundMonth)) &&
        !refunded.has(id)
      ) {
        addRefund(deposit.refund, refunds);
        if (closedAt !== undefined) refunded.add(id);
      }
      if (deposit.status !== 'CONFIRMED') continue;
      const payable = deposit.payable === undefined ? null : toUnits(deposit.payable);
      const reported = deposit.reported === undefined ? null : toUnits(deposit.reported);
      if (deposit.month === month) {
        deposits += 1;
        for (const [name, value] of Object.entries(deposit.memo))
          if (value !== undefined) {
            memo.add(name, toUnits(value));
            memoRows.set(`${name} ${id}`, toUnits(value));
          }
        const line =
          payable !== null
            ? 'credited'
            : reported === null
              ? 'depositsNotReported'
              : counts
                ? 'declared'
                : 'reported';
        lines.add(line, payable ?? reported);
        const units = payable ?? (counts ? reported : null);
        if (units !== null) {
          rows.set(`deposit ${id}`, units);
          days.set(`deposit ${id}`, deposit.day);
          counted.set(id, { day: deposit.day, isOwn: true, units, facts: deposit.facts });
        }
      }
      const meaning = closedWith.get(deposit.month);
      if (meaning !== undefined)
        for (const [name, value] of Object.entries(deposit.memo))
          if (value !== undefined) presentMemo.set(`${name} ${id}`, toUnits(value));
      if (meaning === undefined) continue;
      const units = payable ?? (meaning ? reported : null);
      present.set(`deposit ${id}`, units ?? 0n);
      if (units !== null) counted.set(id, { day: `${month}-01`, isOwn: false, units, facts: deposit.facts });
    }
    for (const [id, facts] of this.#withdrawals) {
      const until = facts.filter((fact) => fact.at <= at);
      const [first, last] = [until[0], until.at(-1)];
      if (first === undefined || last === undefined) continue;
      const { status, settlementCurrency, deductedSettlementAmount } = merge(until, false);
      if (settlementCurrency !== currency || status !== 'COMPLETED') continue;
      const units = deductedSettlementAmount === undefined ? null : -toUnits(deductedSettlementAmount);
      const day = this.#findDay(first.at / 1_000);
      const own = day.slice(0, 7);
      if (own === month) {
        lines.add(units === null ? 'withdrawalsNotReported' : 'withdrawals', units);
        if (units !== null) rows.set(`withdrawal ${id}`, units);
        days.set(`withdrawal ${id}`, day);
      }
      if (closedWith.has(own)) present.set(`withdrawal ${id}`, units ?? 0n);
    }
    for (const one of this.#acts.settlements) {
      const isThere = one.at <= at && (one.removedAt === null || one.removedAt > at);
      if (one.currency !== currency || !isThere) continue;
      const own = one.day.slice(0, 7);
      if (own === month) {
        lines.add('settlements', -toUnits(one.amount));
        rows.set(`settlement ${one.id}`, -toUnits(one.amount));
        days.set(`settlement ${one.id}`, one.day);
      }
      if (closedWith.has(own)) present.set(`settlement ${one.id}`, -toUnits(one.amount));
    }
    const adjusted = listDifferences(present, booked);
    for (const difference of adjusted.values()) lines.add('adjustments', difference);
    // A fee that became known after the close of its deposit is no deposit of the month, but belongs to its memo.
    const adjustedMemo = listDifferences(presentMemo, bookedMemo);
    const onlyMemo = new Set<string>();
    for (const [key, difference] of adjustedMemo) {
      const [name = '', id = ''] = key.split(' ');
      memo.add(name, difference, 0);
      if (!adjusted.has(`deposit ${id}`)) onlyMemo.add(id);
    }
    for (const _id of onlyMemo) lines.add('adjustments', 0n);
    const change = [...lines.all]
      .filter(([name]) => !/reported$/i.test(name))
      .reduce((sum, [, { units }]) => sum + (units ?? 0n), 0n);
    const opening = this.#positions.get(currency) ?? null;
    const closing = opening === null ? null : opening + change;
    if (closedAt !== undefined) {
      for (const [key, units] of [...rows, ...adjusted]) booked.set(key, (booked.get(key) ?? 0n) + units);
      for (const [key, units] of [...memoRows, ...adjustedMemo])
        bookedMemo.set(key, (bookedMemo.get(key) ?? 0n) + units);
      closedWith.set(month, counts);
      if (closing !== null) this.#positions.set(currency, closing);
    }
    const movements = [...rows, ...adjusted].map(([key, units]): PositionMovement => {
      const [kind = '', id = ''] = key.split(' ');
      return { kind, id, units, day: days.get(key) ?? `${month}-01` };
    });
    const statement = {
      ...{ opening, closing, change, lines: lines.list(), memo: memo.list(), memoOf: deposits },
      refunds: Object.fromEntries(
        [...refunds]
          .map(([coin, { amount, fee }]): [string, { amount: Sum; fee: bigint | null }] => [
            coin,
            {
              amount: amount.all.get('') ?? { count: 0, units: null },
              fee: fee.all.get('')?.units ?? null,
            },
          ])
          .toSorted(),
      ),
    };
    return { statement, movements, deposits: counted };
  }

  #findRefundMonth = (refund: Body | null): string =>
    refund === null ? '' : this.#findDay(Number(refund['confirmedAt'])).slice(0, 7);
}

function addRefund(refund: Body, refunds: Map<string, { amount: Sums; fee: Sums }>): void {
  const coin = String(refund['depositCurrency']);
  const sums = refunds.get(coin) ?? { amount: new Sums(), fee: new Sums() };
  sums.amount.add('', toUnits(refund['amount']));
  if (refund['fee'] !== undefined) sums.fee.add('', toUnits(refund['fee']));
  refunds.set(coin, sums);
}

/** Keeps only what statements need, because a year has very many messages. */
const pickCallback = (body: Body): Body => ({
  ...{ receivedAt: body['paymentReceivedAt'], currency: body['settlementCurrency'], status: body['status'] },
  ...{ reported: body['settlementAmount'], serviceFee: body['settlementServiceFee'] },
  distributedFee: body['settlementDistributedUserServiceFee'],
  depegLoss: body['settlementRateDepegLossAmount'],
});
const pickRecord = (body: Body): Body => ({
  ...{ receivedAt: body['depositReceivedAt'], currency: body['settlementCurrency'], status: body['status'] },
  ...{ payable: body['settlementPayableAmount'], serviceFee: body['settlementServiceFee'] },
  distributedFee: body['settlementDistributedUserServiceFee'],
  ...{ depegLoss: body['settlementRateDepegLossAmount'], refund: body['refund'] },
  ...{ displayCurrency: body['displayCurrency'], display: body['displayAmount'] },
  ...{ displayPayable: body['displayPayableAmount'], displayFee: body['displayServiceFee'] },
  euro: body['uniformCurrency'] === 'EUR' ? body['uniformPayableAmount'] : undefined,
});
