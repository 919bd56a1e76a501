import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { RateType } from '#lib/service/contract/enumerations.ts';
import type { PaymentRecord } from '#lib/service/contract/payment.ts';

/** Data of a deposit that its record doesn't contain. */
type DepositTrace = { readonly sender: string; rateType: RateType; readonly exchanged: boolean };

/** A payment: the record as served, and the service's internal data. */
export type PaymentState = {
  record: PaymentRecord;
  /** Seconds. Null for a REUSABLE payment, which never expires (§2.2), and before the expiry window begins. */
  expiresAt: number | null;
  /** The second at which a FIXED rate was set. */
  rateSetAt: number | null;
  /** True where the merchant requested an amount of a coin, not of a fiat currency. */
  pricedInCoin: boolean;
  traces: Record<string, DepositTrace>;
};

/** Thrown by the sandbox's operations where the interface or an assumption forbids the request. */
export class Refusal extends Error {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  constructor(message: string, fields: Readonly<Record<string, readonly string[]>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.fields = fields;
  }
}

export const refuseField = (field: string, message: string): never => {
  throw new Refusal(`${field} ${message}`, { [field]: [message] });
};

export function findDeposit(state: PaymentState, depositId: string): DepositRecord {
  const found = state.record.deposits.find(({ id }) => id === depositId);
  if (found === undefined) throw new Error(`payment ${state.record.paymentId} has no deposit ${depositId}`);
  return found;
}
