import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { formatValidity } from '#lib/customer-messages/model-validity.ts';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import type { BatchField, RowValues, TermField } from '#lib/payment-batches/model/fields.ts';
import { defaultFields, termFields } from '#lib/payment-batches/model/fields.ts';
import type { BatchTerm } from '#lib/payment-batches/schema.ts';

/** Returns a value in words, as the service will read it. */
export function nameValue(field: TermField, value: string): string {
  switch (field) {
    case 'type':
      return value === 'REUSABLE' ? tPaymentBatches('terms.REUSABLE') : tPaymentBatches('terms.ONE_TIME');
    case 'rateType':
      return value === 'FLOATING' ? tPaymentBatches('terms.FLOATING') : tPaymentBatches('terms.FIXED');
    case 'expirationMinutes':
      return value === '' ? tPaymentBatches('terms.never') : (formatValidity(value, 'en') ?? value);
    case 'redirectUrl':
      return value === '' ? tPaymentBatches('terms.noRedirect') : value;
    case 'network':
      return value === '' ? tPaymentBatches('terms.customerChooses') : value;
    case 'redirectMode':
      switch (value) {
        case '':
          return tPaymentBatches('terms.noRedirect');
        case 'SELF':
          return tPaymentBatches('terms.SELF');
        default:
          return tPaymentBatches('terms.PARENT');
      }
    case 'locale':
      return value;
  }
}

/** Returns true for a field that is a term of the payments. */
export const isTerm = (field: BatchField): field is TermField => termFields.some((term) => term === field);

/** Returns the label of a field beside its value in words. */
const nameField = (field: BatchField): string =>
  field === 'expirationMinutes' ? tPaymentBatches('terms.expires') : tPaymentBatches(`fields.${field}`);

/** The values of fields without a column or a value in the row. */
export function BatchDefaults({ defaults }: { defaults: RowValues }) {
  const used = defaultFields.flatMap((field) => {
    const value = defaults[field] ?? '';
    if (value === '') return [];
    return [{ field, value }];
  });
  if (used.length === 0) return null;
  return (
    <p className="max-w-prose text-muted">
      {tPaymentBatches('terms.defaults')}{' '}
      {ExternalText(
        used
          .map(({ field, value }) =>
            tPaymentBatches('terms.default', {
              field: nameField(field),
              value: isTerm(field) ? nameValue(field, value) : value,
            }),
          )
          .join(', '),
      )}
    </p>
  );
}

/** The terms with which the rows will be sent, with the number of rows where they differ. */
export function BatchTerms({ terms }: { terms: readonly BatchTerm[] }) {
  return (
    <DescriptionList>
      {termFields.map((field) => {
        const values = terms.filter((term) => term.field === field);
        return (
          <Fact key={field} label={nameField(field)}>
            {values.map(({ value, rows }) => (
              <span key={String(value)} className="block wrap-anywhere">
                {value === null
                  ? tPaymentBatches('terms.others', { count: rows })
                  : ExternalText(
                      values.length === 1
                        ? nameValue(field, value)
                        : tPaymentBatches('terms.counted', { value: nameValue(field, value), count: rows }),
                    )}
              </span>
            ))}
          </Fact>
        );
      })}
    </DescriptionList>
  );
}
