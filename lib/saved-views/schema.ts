import * as z from 'zod';

/** A list as somebody wants to see it again: its filters, order, columns and density, under a name. */
export type ListView = {
  readonly viewId: string;
  readonly name: string;
  /** The query string of the list. Days that move with the calendar still move. */
  readonly query: string;
  /** Everybody of the business sees it. */
  readonly shared: boolean;
  /** Opens when the list is opened without saying how; each person chooses their own. */
  readonly isDefault: boolean;
  /** Whether this person may rename, change and delete it. */
  readonly mayChange: boolean;
};

/** Lists that views are kept of, by their name in the address. */
export const viewLists = [
  'payments',
  'deposits',
  'refunds',
  'withdrawals',
  'exceptions',
  'callbacks',
  'reviews',
  'audit',
] as const;
const viewList = z.enum(viewLists);
export type ViewList = z.output<typeof viewList>;

const businessId = z.uuid();
const viewId = z.uuid();
const name = z
  .string()
  .trim()
  .min(1, 'Give the view a name.')
  .max(60, 'Use at most 60 characters.')
  .refine(
    (text) => !/[\p{Cc}\p{Bidi_Control}]/u.test(text) && text.isWellFormed(),
    'Remove invisible characters.',
  );
const query = z.string().max(4_000, 'A view can’t keep so much. Filter for less.');
/** As the person saw it: what is shared is changed by those alone who may share. */
const wasShared = z.boolean();

export const saveViewForm = z.object({ businessId, list: viewList, name, query, shared: z.boolean() });
/** What is null stays. */
export const changeViewForm = z.object({
  businessId,
  viewId,
  wasShared,
  name: name.nullable(),
  query: query.nullable(),
  shared: z.boolean().nullable(),
});
export const deleteViewForm = z.object({ businessId, viewId, wasShared });
export const setDefaultViewForm = z.object({ businessId, list: viewList, viewId: viewId.nullable() });
