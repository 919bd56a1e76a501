import * as z from 'zod';
import { tSavedViews } from '#lib/messages/list.ts';
import { listNames } from '#lib/values/list-routes.ts';

/** A saved list state: filters, order, columns and density, under a name. */
export type ListView = {
  readonly viewId: string;
  readonly name: string;
  /** Query string of the list. Relative days stay relative. */
  readonly query: string;
  /** Visible to everyone at the business. */
  readonly shared: boolean;
  /** Opens when the URL has no list state. Each person chooses their own. */
  readonly isDefault: boolean;
  /** This person may rename, change and delete it. */
  readonly mayChange: boolean;
  /** Part of the list from the start. It can't be the default. */
  readonly isBuiltIn?: true;
};

/** Lists with saved views, by their URL name. */
export const viewLists = listNames;
const viewList = z.enum(viewLists);
export type ViewList = z.output<typeof viewList>;

const businessId = z.uuid();
const viewId = z.uuid();
const name = z
  .string()
  .trim()
  .min(1, tSavedViews('nameMissing'))
  .max(60, tSavedViews('nameTooLong'))
  .refine(
    (text) => !/[\p{Cc}\p{Bidi_Control}]/u.test(text) && text.isWellFormed(),
    tSavedViews('invisibleCharacters'),
  );
const query = z.string().max(4_000, tSavedViews('tooManyFilters'));
/** `shared` as the person last saw it. Changing a shared view needs its own permission. */
const wasShared = z.boolean();

export const saveViewForm = z.object({ businessId, list: viewList, name, query, shared: z.boolean() });
/** Null leaves the value unchanged. */
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
