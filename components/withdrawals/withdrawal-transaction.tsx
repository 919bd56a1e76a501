'use client';

import { TransactionFact } from '#components/timeline/transaction-fact.tsx';
import { networkOfWithdrawn } from '#lib/values/currencies.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';

/** The transaction of a withdrawal, whose callback tells no network. */
export const WithdrawalTransaction = ({ withdrawal }: { withdrawal: WithdrawalDetail }) => (
  <TransactionFact
    record={withdrawal}
    network={networkOfWithdrawn(withdrawal.withdrawCurrency)}
    whole
    unknown="The callback carries none."
  />
);
