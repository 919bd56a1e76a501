import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { earlierInWords } from '#lib/deposits/model.ts';

/** That a payment has more deposits than are shown with it, and the way to all. Nothing where these are all. */
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
      {earlierInWords(earlier, number.format(earlier))} not shown here.{' '}
      <TextLink href={`/${businessId}/deposits?payment=${paymentId}`} prefetch={false}>
        All {number.format(all)} deposits
      </TextLink>
    </p>
  );
}
