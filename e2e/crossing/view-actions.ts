import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import { activeRoles, allRoles } from './roles.ts';

/** The expected rights to save, change and delete views of lists. */
export const viewActions = {
  saveViewAction: {
    roles: allRoles,
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
    roles: activeRoles,
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
    roles: activeRoles,
    otherResults: ['conflict'] as const,
    input: ({ business }: RecordIds) => ({ businessId: business, viewId: randomUUID(), wasShared: true }),
  },
  setDefaultViewAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business, list: 'payments', viewId: null }),
  },
};
