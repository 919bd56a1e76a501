import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { tDeposit } from '#lib/messages/deposit.ts';

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
  const number = new Intl.NumberFormat(useLocaleSettings().locale);
  if (earlier === 0) return null;
  return (
    <p className="text-muted text-sm">
      {tDeposit('lines.notShown', { earlier, formatted: number.format(earlier) })}{' '}
      <TextLink href={`/${businessId}/deposits?payment=${paymentId}`} prefetch={false}>
        {tDeposit('lines.all', { count: number.format(all) })}
      </TextLink>
    </p>
  );
}
