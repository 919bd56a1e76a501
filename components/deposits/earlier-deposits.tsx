import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tDeposit } from '#lib/messages/deposits.ts';

/** Links to all deposits of a payment when older ones are not shown. Renders nothing otherwise. */
export function EarlierDeposits({
  businessId,
  paymentId,
  earlier,
  all,
}: {
  businessId: string;
  paymentId: string;
  earlier: number;
  all: number;
}) {
  if (earlier === 0) return null;
  return (
    <p className="text-muted text-sm">
      {tDeposit.rich('lines.notShown', { earlier, number: () => <LocaleNumber value={earlier} /> })}{' '}
      <TextLink href={`/${businessId}/deposits?payment=${paymentId}`} prefetch={false}>
        {tDeposit.rich('lines.all', { number: () => <LocaleNumber value={all} /> })}
      </TextLink>
    </p>
  );
}
