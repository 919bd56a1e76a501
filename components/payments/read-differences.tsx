import { DateTime } from '#components/ui/time.tsx';
import { tExceptionAdvice } from '#lib/messages/exceptions.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { depositFields, refundFields } from '#lib/records/model/deposit.ts';
import type { FieldTable } from '#lib/records/model/field.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';

type Difference = PaymentDetail['readDifferences'][number];

const tables: Readonly<Record<Difference['record'], FieldTable>> = {
  payment: paymentFields,
  deposit: { ...depositFields, ...refundFields },
};

/** A value as the service wrote it, and a time in the reader's zone. */
function Value({ text, isTime }: { text: string; isTime: boolean }) {
  return isTime ? <DateTime at={unixSeconds(Number(text))} /> : <bdi className="font-mono">{text}</bdi>;
}

/** Lists the values that the service changed after a payment was settled, each with both values. */
export function ReadDifferences({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="mt-1 flex flex-col gap-1 ps-4 [overflow-wrap:anywhere]">
      {differences.map(({ record, recordId, field, stored, reported, at }) => {
        const { label = field, kind } = tables[record][field] ?? {};
        const isTime = kind === 'seconds';
        return (
          <li key={`${recordId} ${field} ${at} ${reported}`}>
            {tExceptionAdvice.rich('difference', {
              field: label,
              stored: () => <Value key="stored" text={stored} isTime={isTime} />,
              reported: () => <Value key="reported" text={reported} isTime={isTime} />,
            })}
          </li>
        );
      })}
    </ul>
  );
}
