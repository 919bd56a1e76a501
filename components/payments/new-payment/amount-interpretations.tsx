import { formatAmount } from '#components/money/format-amount.ts';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { amount } from '#lib/values/amount.ts';
import { formatTypedAmount } from '#lib/values/typed-amount.ts';

/** Offers the two amounts that the typed text may mean. */
export function AmountInterpretations({
  readings,
  onChoose,
}: {
  readings: readonly [string, string];
  onChoose: (typed: string) => void;
}) {
  const { locale } = useLocaleSettings();
  return (
    <div className="flex flex-wrap gap-2">
      {readings.map((digits) => (
        <Button key={digits} size="sm" onPress={() => onChoose(formatTypedAmount(digits, locale))}>
          {formatAmount(amount(digits), '', locale, 'exact').text}
        </Button>
      ))}
    </div>
  );
}
