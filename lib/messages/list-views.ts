import { createMessages } from './create-messages.ts';

/** Texts of a list's saved views. */
export const tListViews = createMessages({
  views: 'Saved views',
  changed: 'unsaved changes',
  all: 'All {title}',
  builtIn: { expiringSoon: 'Expiring soon', expired: 'Expired' },
  shared: 'shared with everyone in this business',
  create: 'Save as new view',
  edit: 'Edit<name> {viewName}</name>',
  setDefault: 'Set {name} as default view',
  isDefault: '{name} is the default view',
  name: 'View name',
  share: 'Share with everyone in this business',
  replace: 'Replace this view’s filters and columns with the current ones',
  note: 'A view saves filters, sort order, columns and row height. A date filter such as “Today” always uses the current date.',
  save: 'Save view',
  delete: 'Delete view',
  deleteShared: {
    title: 'This view is shared',
    body: 'If you delete this view, your colleagues lose it too.',
    confirm: 'Delete for everyone',
    keep: 'Keep view',
  },
  failed: {
    save: 'The view could not be saved',
    delete: 'The view could not be deleted',
    default: 'The default view could not be changed',
  },
});
