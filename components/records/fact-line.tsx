import type { ReactNode } from 'react';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { Fact } from '#components/ui/description-list.tsx';
import type { FactLine } from '#components/ui/reported-facts.tsx';
import type { FieldTable } from '#lib/records/model/field.ts';
import type { Provenance } from '#lib/values/provenance.ts';

/** The names of fields that have a label. */
type LabeledName<Fields extends FieldTable> = {
  [Name in keyof Fields & string]: Fields[Name] extends { readonly label: string } ? Name : never;
}[keyof Fields & string];

type Options = {
  readonly hint?: string;
  readonly stacked?: boolean;
  /** Explains a missing value. */
  readonly unknown?: string;
  /** Replaces the label of the field. */
  readonly label?: string;
};

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns a function that creates the fact of a record’s field. A text needs no value of its own. */
export const createFactLine =
  <Fields extends FieldTable>(
    fields: Fields,
    record: Readonly<Record<LabeledName<Fields>, unknown>> & { readonly provenance: Provenance },
  ) =>
  (
    field: LabeledName<Fields>,
    value: ReactNode = toText(record[field]),
    { hint, stacked = false, unknown, label = fields[field]?.label ?? field }: Options = {},
  ): FactLine => ({
    label,
    isReported: record[field] !== null && record[field] !== '',
    fact: (
      <Fact key={field} label={label} stacked={stacked} {...(hint === undefined ? {} : { hint })}>
        <ValueWithSource
          provenance={record.provenance}
          field={field}
          {...(unknown === undefined ? {} : { unknown })}
        >
          {value}
        </ValueWithSource>
      </Fact>
    ),
  });
