import type { Amount } from '#lib/values/amount.ts';
import { startWithdrawal } from '../lifecycle/withdraw.ts';
import type { Business } from '../model/businesses.ts';
import { defaultDisplayCurrency } from '../model/businesses.ts';
import { coins } from '../model/coins.ts';
import { chooseWeighted, pickInteger, pickRandom } from '../model/random.ts';
import type { SandboxContext } from '../world.ts';
import type { HistoryContext, HistoryStep } from './history-context.ts';
import { chooseOrderTimes, choosePrice } from './merchant.ts';

const day = 86_400;
const withdrawable = Object.entries(coins).filter(([, coin]) => coin.withdrawable);

/** Plans a merchant's payouts: about three a week, some of which fail or are blocked. */
export function planPayouts(
  world: SandboxContext,
  business: Business,
  { from, to }: HistoryContext,
): HistoryStep[] {
  const { random } = world;
  const currency = defaultDisplayCurrency(business);
  const count = Math.max(3, Math.round(((to - from) / (7 * day)) * 3));
  return chooseOrderTimes(random, from, to, count).map((at, index): HistoryStep => {
    const [withdrawCurrency, { chains }] = pickRandom(random, withdrawable);
    const { network } = pickRandom(random, chains);
    const expectedDisplayAmount: Amount = choosePrice(random, currency, at);
    const outcome = chooseWeighted(random, [
      [88, 'COMPLETED'],
      [7, 'FAILED'],
      [5, 'BLOCKED'],
    ] as const);
    const clientWithdrawalId = `payout-${pickInteger(random, 1_000, 9_999)}-${index + 1}`;
    const wish = { businessId: business.id, withdrawCurrency, network, displayCurrency: currency, outcome };
    return {
      at,
      act: () => void startWithdrawal(world, { ...wish, expectedDisplayAmount, clientWithdrawalId }),
    };
  });
}
