import { FieldValue } from '#components/money/field-value.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { tPaymentImport } from '#lib/messages/payment-import.ts';
import type { ImportField } from '#lib/payments/import/schema.ts';

/** Shows fields of the record. Where the stored value differs, both are shown. */
export function ImportFields({
  title,
  fields,
  empty,
}: {
  title: string;
  fields: readonly ImportField[];
  /** Shown when there are no fields. Without it nothing is shown. */
  empty?: string;
}) {
  if (fields.length === 0 && empty === undefined) return null;
  return (
    <div>
      <h3 className="font-medium text-sm">
        {title} {fields.length > 0 && <span className="text-faint">{fields.length}</span>}
      </h3>
      {fields.length === 0 ? (
        <p className="mt-1 text-muted text-sm">{empty}</p>
      ) : (
        <dl className="mt-1 flex flex-col text-sm">
          {fields.map(({ depositId, field, offered, held }) => (
            <div
              key={`${depositId} ${field}`}
              className="grid grid-cols-1 gap-x-3 border-line border-b py-1.5 last:border-b-0 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
            >
              <dt className="min-w-0 break-words text-muted">
                <code className="text-xs">{field}</code>
                {depositId !== null && (
                  <span className="block text-xs">
                    {tPaymentImport.rich('preview.ofDeposit', {
                      id: () => (
                        <Identifier value={depositId} name={tPaymentImport('preview.depositCopyName')} />
                      ),
                    })}
                  </span>
                )}
              </dt>
              <dd className="min-w-0 break-words">
                <FieldValue field={field} text={held ?? offered} />
                {held !== null && (
                  <span className="block text-muted text-xs">
                    {tPaymentImport.rich('preview.offered', {
                      value: () => <FieldValue field={field} text={offered} />,
                    })}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
