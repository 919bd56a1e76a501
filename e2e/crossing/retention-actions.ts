import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import type { AllowedResult } from './request.ts';
import { ownerOnly, reviewRoles, settingsApprovers } from './roles.ts';

const conflict: readonly AllowedResult[] = ['conflict'];
// No hold has this ID.
const ofHold = ({ business }: RecordIds) => ({ businessId: business, holdId: randomUUID() });

/** Actions on retention times and legal holds. */
export const retentionActions = {
  setRetentionAction: {
    roles: ownerOnly,
    // A second proposal waits.
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, kind: 'payment', years: '30' }),
  },
  previewRetentionAction: {
    roles: ownerOnly,
    input: ({ business }: RecordIds) => ({ businessId: business, kind: 'payment', years: 5 }),
  },
  decideRetentionChangeAction: {
    roles: settingsApprovers,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      proposalId: randomUUID(),
      answer: 'decline',
    }),
  },
  placeHoldAction: {
    roles: reviewRoles,
    // The record is already under a hold.
    otherResults: conflict,
    input: ({ business, withdrawal }: RecordIds) => ({
      businessId: business,
      kind: 'withdrawal',
      recordId: withdrawal,
      reason: 'Crossed with every role here',
    }),
  },
  proposeHoldLiftAction: {
    roles: reviewRoles,
    otherResults: conflict,
    input: (place: RecordIds) => ({ ...ofHold(place), reason: 'Crossed with every role here' }),
  },
  decideHoldLiftAction: {
    roles: reviewRoles,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      proposalId: randomUUID(),
      answer: 'decline',
    }),
  },
};
