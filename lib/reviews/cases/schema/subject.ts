import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { WithdrawalDetail, WithdrawalRisk } from '#lib/withdrawals/schema.ts';
import type { RiskPicture } from '../model/risk.ts';

/** What a case is about, whole. */
export type CaseSubject =
  | {
      readonly kind: 'deposit';
      readonly deposit: DepositDetail;
      readonly payment: PaymentDetail | null;
      /** Null: nothing was assessed. */
      readonly risk: RiskPicture | null;
    }
  | {
      readonly kind: 'withdrawal';
      readonly withdrawal: WithdrawalDetail;
      readonly risk: WithdrawalRisk | null;
    };

/** A subject with the case that it is the one of. */
export type SubjectOfCase = {
  readonly caseId: string;
  readonly number: number;
  readonly subject: CaseSubject;
};

/** All that a case is about: its own first, then those that joined it, so many of them whole. */
export type CaseSubjects = {
  readonly own: SubjectOfCase;
  readonly joined: readonly SubjectOfCase[];
  /** How many more joined it than are here. */
  readonly more: number;
};
