import type { Choice } from '#lib/lists/model/query.ts';
import { brand } from '#lib/values/brand.ts';
import type { FieldKind, FieldMap } from '#lib/values/record-fields.ts';

type StoredField<Name extends string> = {
  readonly kind: FieldKind;
  /** The ID of the record. */
  readonly isKey?: true;
  /** Set by us. All other fields are reported, and each keeps the source of its value. */
  readonly isOwn?: true;
  /** Never changes during the life of a record. Two different values are stored as a conflict. */
  readonly isFixed?: true;
  /** An address. Two spellings of one address are no conflict. */
  readonly isAddress?: true;
  /** A row of the record’s list reads it. */
  readonly isListed?: true;
  /** A text with a label. The record’s page lists it with the technical details, without a line of its own. */
  readonly isTechnical?: true;
  /** The field with the currency of an amount. `uniformCurrency` is always EUR (§2.4). */
  readonly currency?: Name | 'uniformCurrency';
};

type UnfilteredField = { readonly label?: string; readonly filter?: undefined };
type FilteredField = {
  /** The name of the field on filters and pages. */
  readonly label: string;
  /** Lists filter amounts by range, times by days, texts by the whole value, and few values by a stored fact. */
  readonly filter: true | { readonly fact: string; readonly choices: readonly Choice[] };
  /** The name of the filter in the URL, if it isn’t the field’s name. */
  readonly filterName?: string;
  /** Lists can be ordered by it. Where rows may have several currencies, `inEur` orders them. */
  readonly sort?: true | { readonly inEur: string };
};

/**
 * A field of a record, by its name at the service. Its column has that name in snake case. The table of a record decides
 * what the fold stores, what pages, rows and files read, and how lists filter and order.
 */
export type Field<Name extends string = string> = StoredField<Name> & (UnfilteredField | FilteredField);
export type FieldTable<Name extends string = string> = Readonly<Record<Name, Field<Name>>>;

/** Checks the fields of a record, and keeps their exact types. */
export const defineFields = <const Fields extends FieldTable<keyof Fields & string>>(
  fields: Fields,
): Fields => fields;

/** The fields of a table with this flag. */
type FieldsWith<Fields extends FieldMap, Flag extends string> = {
  readonly [Name in keyof Fields as Fields[Name] extends Readonly<Record<Flag, true>>
    ? Name
    : never]: Fields[Name];
};

/** Returns the fields that a row of the record’s list reads. */
export const listRowFields = <Fields extends FieldTable>(fields: Fields): FieldsWith<Fields, 'isListed'> =>
  brand<FieldsWith<Fields, 'isListed'>>(
    Object.fromEntries(Object.entries(fields).filter(([, { isListed }]) => isListed)),
  );

/** Lists the names of the fields that a record’s page shows with its technical details. */
export function listTechnicalNames<Fields extends FieldTable>(
  fields: Fields,
): readonly (keyof FieldsWith<Fields, 'isTechnical'> & string)[] {
  const isTechnical = (name: string): name is keyof FieldsWith<Fields, 'isTechnical'> & string =>
    fields[name]?.isTechnical === true;
  return Object.keys(fields).filter(isTechnical);
}

/** Returns the fields that the service reports, without our own. */
export const listServiceFields = (fields: FieldTable): FieldTable =>
  Object.fromEntries(Object.entries(fields).filter(([, { isOwn }]) => !isOwn));
