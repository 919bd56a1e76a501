import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import { editors, readers } from './roles.ts';

/** The expected rights to save, change and delete views of lists. */
export const viewActions = {
  saveViewAction: {
    roles: readers,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      list: 'payments',
      name: `Crossed ${randomUUID()}`,
      query: 'status=NEW',
      shared: false,
    }),
  },
  changeViewAction: {
    // Compliance may share views of its own lists.
    roles: editors,
    otherResults: ['conflict'] as const,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      viewId: randomUUID(),
      wasShared: true,
      name: 'Crossed',
      query: null,
      shared: null,
    }),
  },
  deleteViewAction: {
    // Compliance may share views of its own lists.
    roles: editors,
    otherResults: ['conflict'] as const,
    input: ({ business }: RecordIds) => ({ businessId: business, viewId: randomUUID(), wasShared: true }),
  },
  setDefaultViewAction: {
    roles: readers,
    input: ({ business }: RecordIds) => ({ businessId: business, list: 'payments', viewId: null }),
  },
};
