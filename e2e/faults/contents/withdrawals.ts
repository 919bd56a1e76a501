import type { SeededRandom } from '../random.ts';
import type { Content } from './content.ts';
import { createContent } from './content.ts';
import type { Tokens } from './wire.ts';
import { jsonText, wireAmount, word } from './wire.ts';

/** Makes one withdrawal (§6.2) in this number of versions. */
export function createWithdrawalCallbacks(
  chance: SeededRandom,
  businessId: string,
  versions: number,
): Content[] {
  const withdrawalId = chance.uuid();
  const clientWithdrawalId = `payout-${withdrawalId}`;
  const spelling = chance.pick(['deductedSettlementAmount', 'deducedSettlementAmount']);
  const hasWorked = chance.happens(0.8);
  return Array.from({ length: versions }, () => {
    const estimate = wireAmount(chance);
    const outcome: Tokens = hasWorked
      ? {
          status: word('COMPLETED'),
          actualDisplayAmount: wireAmount(chance).token,
          actualWithdrawAmount: wireAmount(chance).token,
          [spelling]: wireAmount(chance).token,
          withdrawFee: word('0.00001'),
          displayFee: word('0.01'),
          transactionId: word(chance.uuid().replaceAll('-', '')),
        }
      : { status: word(chance.pick(['FAILED', 'BLOCKED'])) };
    const body = jsonText({
      ...outcome,
      clientWithdrawalId: word(clientWithdrawalId),
      businessId: word(businessId),
      withdrawalId: word(withdrawalId),
      displayCurrency: word('EUR'),
      withdrawCurrency: word('XRP'),
      settlementCurrency: word('EUR'),
      expectedDisplayAmount: word('100.00'),
      estimatedWithdrawAmount: estimate.token,
      toTxAddress: word('rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY?dt=12345'),
      txAddressOwner: '{"name":"Some exchange","category":"exchange"}',
    });
    return createContent({
      businessId,
      kind: 'withdrawal',
      expectedVerdict: 'effective',
      body,
      effect: { subjectId: withdrawalId, paymentId: null, digits: estimate.digits },
    });
  });
}
