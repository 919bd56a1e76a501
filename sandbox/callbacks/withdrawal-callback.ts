import type { WithdrawalState } from '../lifecycle/withdrawal-state.ts';
import type { JsonText } from './body.ts';
import { jsonText } from './body.ts';

/**
 * Writes the body of §6.2, with decimal strings as in its sample. A withdrawal that was not sent has no actual
 * amounts.
 */
export function buildWithdrawalCallback(state: WithdrawalState): JsonText {
  return jsonText({
    status: state.outcome,
    clientWithdrawalId: state.clientWithdrawalId,
    businessId: state.businessId,
    withdrawalId: state.id,
    displayCurrency: state.displayCurrency,
    withdrawCurrency: state.withdrawCurrency,
    settlementCurrency: state.settlementCurrency,
    expectedDisplayAmount: state.expectedDisplayAmount,
    actualDisplayAmount: state.sent?.displayAmount,
    estimatedWithdrawAmount: state.estimatedWithdrawAmount,
    actualWithdrawAmount: state.sent?.withdrawAmount,
    deductedSettlementAmount: state.sent?.settlementAmount,
    withdrawFee: state.sent?.fee,
    displayFee: state.sent?.displayFee,
    displayRateDepegLossAmount: state.sent?.displayDepegLoss,
    settlementRateDepegLossAmount: state.sent?.settlementDepegLoss,
    toTxAddress: state.toTxAddress,
    transactionId: state.sent?.transactionId,
    txAddressOwner: { name: state.owner.name, category: state.owner.category },
  });
}
