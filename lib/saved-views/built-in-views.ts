import 'server-only';
import { tListViews } from '#lib/messages/list.ts';
import type { ListView, ViewList } from './schema.ts';
import { viewLists } from './schema.ts';

const toView = (viewId: string, name: string, query: string): ListView => ({
  viewId,
  name,
  query,
  shared: false,
  isDefault: false,
  mayChange: false,
  isBuiltIn: true,
});

const views: Partial<Record<ViewList, readonly ListView[]>> = {
  payments: [
    toView('expiring-soon', tListViews('builtIn.expiringSoon'), 'density=normal&expires=soon'),
    toView('expired', tListViews('builtIn.expired'), 'density=normal&expires=past'),
  ],
};

/** Returns a view of the list that each person has from the start, or null. */
export const findBuiltInView = (list: string, viewId: string): ListView | null =>
  viewLists
    .flatMap((one) => (one === list ? listBuiltInViews(one) : []))
    .find((view) => view.viewId === viewId) ?? null;

/** Lists the views that each person has from the start. No one can change or delete them. */
export const listBuiltInViews = (list: ViewList): readonly ListView[] => views[list] ?? [];
