import { tMoney } from '#lib/messages/money.ts';

/** Shows the payer's share of the fee as received. Its scale is unknown, so only 0 has a meaning in words. */
export const PayerShare = ({ share }: { share: string }) =>
  /[1-9]/.test(share) ? (
    share
  ) : (
    <>
      {share} <span className="text-muted">({tMoney('wholeFee')})</span>
    </>
  );
