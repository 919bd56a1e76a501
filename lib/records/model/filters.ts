import type { FilterSpec, ListSpec } from '#lib/lists/model/query.ts';
import { brand } from '#lib/values/brand.ts';
import type { Field, FieldTable } from './field.ts';

type FilteredField = Exclude<Field, { readonly filter?: undefined }>;
/** A filtered field, with the name of its column and of its filter. */
type NamedField = { readonly field: string; readonly name: string } & FilteredField;

const isFiltered = (field: Field): field is FilteredField => field.filter !== undefined;

/** Returns the fields that lists filter. */
export const listFilteredFields = (fields: FieldTable): readonly NamedField[] =>
  Object.entries(fields).flatMap(([field, settings]) =>
    isFiltered(settings) ? [{ ...settings, field, name: settings.filterName ?? field }] : [],
  );

/** Returns the filter whose value is the currency of an amount. Null for EUR, which needs none. */
export function findCurrencyFilter(fields: FieldTable, { currency }: Pick<Field, 'currency'>): string | null {
  const field = currency === undefined ? undefined : fields[currency];
  return currency === undefined || field?.filter === undefined ? null : (field.filterName ?? currency);
}

function listCurrencies(fields: FieldTable, { currency }: Pick<Field, 'currency'>): readonly string[] {
  const filter = currency === undefined ? undefined : fields[currency]?.filter;
  return typeof filter === 'object' ? filter.choices.map(({ value }) => value) : ['EUR'];
}

function toFilter(fields: FieldTable, field: NamedField): FilterSpec {
  const { kind, label, filter } = field;
  if (filter !== true) return { kind: 'choice', label, choices: filter.choices };
  switch (kind) {
    case 'amount':
      return { kind: 'amount', label, currencies: listCurrencies(fields, field) };
    case 'signed':
      return { kind: 'amount', label, currencies: listCurrencies(fields, field), signed: true };
    case 'seconds':
    case 'instant':
    case 'moment':
      return { kind: 'days', label, orders: 'filtered' };
    default:
      return { kind: 'exact', label };
  }
}

/** The filters of fields, by their URL parameter. */
type Filters<Fields extends FieldTable> = {
  readonly [Name in keyof Fields & string as Fields[Name] extends { readonly filter: true | object }
    ? Fields[Name] extends { readonly filterName: infer FilterName extends string }
      ? FilterName
      : Name
    : never]: FilterSpec;
};

/** Returns the filters of a record’s fields. */
export const toFilters = <Fields extends FieldTable>(fields: Fields): Filters<Fields> =>
  brand<Filters<Fields>>(
    Object.fromEntries(listFilteredFields(fields).map((field) => [field.name, toFilter(fields, field)])),
  );

/** Returns the fields that can order a list, by their URL parameter. */
export const toSorts = (fields: FieldTable): NonNullable<ListSpec['sorts']> =>
  Object.fromEntries(
    listFilteredFields(fields).flatMap((field) => {
      const { name, label, sort, currency } = field;
      if (sort === undefined) return [];
      const currencyFilter = findCurrencyFilter(fields, field);
      return [
        [
          name,
          {
            label,
            kind: currency === undefined ? ('time' as const) : ('amount' as const),
            ...(currencyFilter !== null && { currency: currencyFilter }),
            ...(sort !== true && { inEur: sort.inEur }),
          },
        ],
      ];
    }),
  );
