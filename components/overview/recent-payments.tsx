'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import { wrappedReferenceStyle } from '#components/list/table/reference-style.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { PaymentStates } from '#components/payments/payment-states.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { listKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Section } from '#components/shell/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ListPage } from '#lib/lists/model/query.ts';
import { tControls } from '#lib/messages/controls.ts';
import { tOverview } from '#lib/messages/overview.ts';
import { findRequestedSum } from '#lib/payments/model.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';
import { inSeconds } from '#lib/values/instant.ts';

const shown = 8;

const shape = checkFields<ListPage<PaymentRow>>(withFields('rows'));

/** The payments initiated last. */
export function RecentPayments({ base, businessId }: { base: string; businessId: string }) {
  const { data } = useSuspenseQuery({
    queryKey: listKey(businessId, 'payments', ''),
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/payments?`, shape, signal),
  });
  if (data.rows.length === 0) return null;
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
          {data.rows.slice(0, shown).map((row) => {
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
                  className={wrappedReferenceStyle}
                />
                <span className="order-3 @xl:order-none">
                  <PaymentStates payment={row} room="@xl:w-max @xl:max-w-47 @xl:py-1" />
                </span>
                <span className="text-end">
                  <AmountText
                    amount={requested?.amount}
                    currency={requested?.currency}
                    unknown={tControls('notReported')}
                  />
                </span>
                <span className="order-4 text-end text-muted @xl:order-none">
                  <Time at={row.paymentInitiatedAt ?? inSeconds(row.sortAt)} />
                </span>
              </li>
            );
          })}
        </ul>
      </div>
    </Section>
  );
}
