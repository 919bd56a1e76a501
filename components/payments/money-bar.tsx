import { cx } from '#components/ui/cx.ts';
import type { MoneyBar as Figures } from '#lib/deposits/model-money-bar.ts';
import { tPayment } from '#lib/messages/payment.ts';
import { toPermille } from '#lib/values/permille.ts';

/** Compares the expected, received, fee and net amounts as lengths. The figures above it have the numbers. */
export function MoneyBar({ bar: { currency, expected, received, fee, net, whole } }: { bar: Figures }) {
  const toWidth = (amount: Figures['net']) => ({ width: `${toPermille(amount, whole) / 10}%` });
  const keys = [
    ['net', 'bg-accent'],
    ['fee', 'bg-attention-line'],
    ['received', 'border border-line-strong bg-hover'],
    ...(expected === null ? [] : [['expected', 'w-0.5 bg-ink'] as const]),
  ] as const;
  return (
    <figure aria-label={tPayment('bar.label', { currency })} className="flex flex-col gap-1">
      <div aria-hidden className="relative flex h-2.5 w-full">
        <span
          className="absolute inset-y-0 start-0 rounded-xs border border-line-strong bg-hover"
          style={toWidth(received)}
        />
        <span className="z-10 rounded-s-xs bg-accent" style={toWidth(net)} />
        <span className="z-10 bg-attention-line" style={toWidth(fee)} />
        {expected !== null && (
          <span
            className="absolute -inset-y-1 z-20 -ms-0.5 w-0.5 bg-ink"
            style={{ insetInlineStart: `${toPermille(expected, whole) / 10}%` }}
          />
        )}
      </div>
      <figcaption className="flex flex-wrap gap-x-4 text-muted text-xs">
        {keys.map(([key, colour]) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={cx('h-2.5', key === 'expected' ? '' : 'w-2.5 rounded-xs', colour)} />
            {tPayment(`bar.${key}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
