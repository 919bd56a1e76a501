import { referenceLineStyle } from '#components/list/table/reference-style.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { InferredStatesLine } from '#components/payments/inferred-states.tsx';
import { Section } from '#components/shell/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tOverview } from '#lib/messages/overview.ts';
import { findRequestedSum } from '#lib/payments/model.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';

/** The payments initiated last. Only the server renders it. */
export function RecentPayments({
  base,
  rows,
  now,
}: {
  base: string;
  rows: readonly PaymentRow[];
  now: UnixSeconds;
}) {
  if (rows.length === 0) return null;
  return (
    <Section
      title={tOverview('recent.title')}
      actions={
        <TextLink href={`${base}/payments?view=all`} className="text-sm">
          {tOverview('recent.all')}
        </TextLink>
      }
      flush
    >
      {/* The layout depends on the width of this section, not of the page. */}
      <div className="@container">
        <ul className="divide-y divide-line @xl:grid @xl:grid-cols-[minmax(0,1fr)_auto_auto_auto] @xl:gap-x-4">
          {rows.map((row) => {
            const requested = findRequestedSum(row);
            return (
              <li
                key={row.paymentId}
                className="grid min-h-row grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-1.5 text-sm @xl:col-span-full @xl:grid-cols-subgrid @xl:py-0"
              >
                <RowLink
                  href={`${base}/payments/${row.paymentId}`}
                  reference={row.clientPaymentId}
                  id={row.paymentId}
                  className={referenceLineStyle}
                />
                <span className="order-3 @xl:order-none">
                  <InferredStatesLine payment={row} now={now} />
                </span>
                <span className="text-end">
                  <AmountText
                    amount={requested?.amount}
                    currency={requested?.currency}
                    unknown={tControls('notReported')}
                  />
                </span>
                <span className="order-4 text-end text-muted @xl:order-none">
                  <Time at={row.paymentInitiatedAt ?? toUnixSeconds(row.sortAt)} />
                </span>
              </li>
            );
          })}
        </ul>
      </div>
    </Section>
  );
}
