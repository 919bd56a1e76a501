import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import type { AllowedResult } from './request.ts';
import { allRoles } from './roles.ts';

const invalid: readonly AllowedResult[] = ['invalid', 'throttled'];

/** Actions of people on their own account. The people of the test have no password, so none is right. */
export const settingsActions = {
  changeProfileAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      name: 'Crossed',
      locale: null,
      hourCycle: null,
    }),
  },
  changePasswordAction: {
    roles: allRoles,
    otherResults: invalid,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      currentPassword: 'none',
      password: 'a quiet long password',
    }),
  },
  requestEmailChangeAction: {
    roles: allRoles,
    // No mail server is configured here.
    otherResults: ['conflict'],
    input: ({ business }: RecordIds) => ({
      businessId: business,
      email: 'new@example.test',
      currentPassword: 'none',
    }),
  },
  confirmEmailChangeAction: {
    roles: [],
    bySecret: 'anybody',
    input: () => ({ token: 'x'.repeat(43) }),
  },
  revokeSessionAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business, sessionId: randomUUID() }),
  },
  revokeOtherSessionsAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business }),
  },
} as const;
