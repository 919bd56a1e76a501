import { FieldValue } from '#components/money/field-value.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import type { ImportField } from '#lib/payments/import/schema.ts';

/** Fields of one sort, each with what the record offers and, where it differs, what is known. */
export function ImportFields({
  title,
  fields,
  none,
}: {
  title: string;
  fields: readonly ImportField[];
  /** What to say where there are none; else nothing is shown. */
  none?: string;
}) {
  if (fields.length === 0 && none === undefined) return null;
  return (
    <div>
      <h3 className="font-medium text-sm">
        {title} {fields.length > 0 && <span className="text-faint">{fields.length}</span>}
      </h3>
      {fields.length === 0 ? (
        <p className="mt-1 text-muted text-sm">{none}</p>
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
                    of deposit <Identifier value={depositId} name="deposit ID" />
                  </span>
                )}
              </dt>
              <dd className="min-w-0 break-words">
                <FieldValue field={field} text={held ?? offered} />
                {held !== null && (
                  <span className="block text-muted text-xs">
                    the record says <FieldValue field={field} text={offered} />
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
