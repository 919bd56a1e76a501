import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { WithdrawalDetail, WithdrawalRisk } from '#lib/withdrawals/schema.ts';
import type { RiskAssessmentSummary } from '../model/risk.ts';

/** The full subject of a case. */
export type CaseSubject =
  | {
      readonly kind: 'deposit';
      readonly deposit: DepositDetail;
      readonly payment: PaymentDetail | null;
      /** Null if nothing is assessed yet. */
      readonly risk: RiskAssessmentSummary | null;
    }
  | {
      readonly kind: 'withdrawal';
      readonly withdrawal: WithdrawalDetail;
      readonly risk: WithdrawalRisk | null;
    }
  | {
      /** Its deposits have their own risk. */
      readonly kind: 'payment';
      readonly payment: PaymentDetail;
    };

/** A subject and the case that it belongs to. */
export type SubjectOfCase = {
  readonly caseId: string;
  readonly number: number;
  readonly subject: CaseSubject;
};

/** The subjects of a case: its own first, then those of merged cases up to a limit. */
export type CaseSubjects = {
  readonly own: SubjectOfCase;
  readonly joined: readonly SubjectOfCase[];
  /** The number of merged cases beyond the limit. */
  readonly more: number;
};
