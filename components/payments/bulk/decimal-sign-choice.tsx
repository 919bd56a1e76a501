import { Banner } from '#components/ui/banner.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import type { DecimalSign } from '#lib/payment-batches/model/file-amount.ts';
import { findSampleAmount } from '#lib/payment-batches/model/sample-amount.ts';
import type { BatchView } from '#lib/payment-batches/schema.ts';

const choices = [
  { value: '.', label: tPaymentBatches('columns.decimalSigns.point') },
  { value: ',', label: tPaymentBatches('columns.decimalSigns.comma') },
];

/** How the amounts of the file write decimals, with an amount of the file as it will be sent. */
export function DecimalSignChoice({
  batch,
  value,
  isDisabled,
  onChange,
}: {
  batch: Pick<BatchView, 'decimalSign' | 'defaults' | 'mapping' | 'sample' | 'source'>;
  value: DecimalSign | null;
  isDisabled: boolean;
  onChange: (sign: DecimalSign) => void;
}) {
  // Before the amount has a column, there is nothing to read.
  if (!batch.mapping.includes('amount')) return null;
  const example = value === null ? null : findSampleAmount(batch, value);
  return (
    <div className="flex flex-col gap-2">
      {batch.decimalSign === null && (
        <Banner tone="attention" title={tPaymentBatches('columns.decimalSignQuestion')} />
      )}
      <RadioGroup
        name="decimal-sign"
        appearance="segments"
        label={tPaymentBatches('columns.decimalSign')}
        help={example && ExternalText(tPaymentBatches('columns.decimalSignExample', example))}
        choices={choices}
        value={value ?? ''}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value === ',' ? ',' : '.')}
      />
    </div>
  );
}
