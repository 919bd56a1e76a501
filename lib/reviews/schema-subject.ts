import type { DepositDetail, DepositRisk } from '#lib/deposits/schema.ts';
import type { PaymentDetail } from '#lib/payments/schema-fields.ts';
import type { WithdrawalDetail, WithdrawalRisk } from '#lib/withdrawals/schema.ts';

/** What a case is about, whole. */
export type CaseSubject =
  | {
      readonly kind: 'deposit';
      readonly deposit: DepositDetail;
      readonly payment: PaymentDetail | null;
      /** Of the same payment. */
      readonly deposits: number;
      /** Null: nothing was assessed. */
      readonly risk: DepositRisk | null;
    }
  | {
      readonly kind: 'withdrawal';
      readonly withdrawal: WithdrawalDetail;
      readonly risk: WithdrawalRisk | null;
    };
