import { TransactionFact } from '#components/timeline/transaction-fact.tsx';
import { tWithdrawal } from '#lib/messages/withdrawals.ts';
import { findWithdrawalNetwork } from '#lib/values/currencies.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';

/** Shows the transaction of a withdrawal. The callback reports no network, so the coin decides the link. */
export const WithdrawalTransaction = ({ withdrawal }: { withdrawal: WithdrawalDetail }) => (
  <TransactionFact
    record={withdrawal}
    network={findWithdrawalNetwork(withdrawal.withdrawCurrency)}
    whole
    unknown={tWithdrawal('noTransaction')}
  />
);
