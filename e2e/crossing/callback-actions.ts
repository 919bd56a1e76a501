import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import type { AllowedResult } from './request.ts';
import { editors, ownerOnly } from './roles.ts';

const conflict: readonly AllowedResult[] = ['conflict'];

/** Actions on stored callbacks, and on the alarms of refused and conflicting ones. */
export const callbackActions = {
  releaseCallbackAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business, message }: RecordIds) => ({
      businessId: business,
      messageId: message,
      revision: 0,
      accepted: [],
      note: '',
    }),
  },
  startDryRunAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      kind: null,
      verdict: null,
      from: '',
      to: '',
      message: null,
    }),
  },
  applyDryRunAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business, dryRun }: RecordIds) => ({ businessId: business, reprocessingId: dryRun }),
  },
  stopReprocessingAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business, dryRun }: RecordIds) => ({ businessId: business, reprocessingId: dryRun }),
  },
  rejectCallbackAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business, message }: RecordIds) => ({
      businessId: business,
      messageId: message,
      revision: 0,
      note: 'Crossed with every role here',
    }),
  },
  startSelectedDryRunAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business, message }: RecordIds) => ({ businessId: business, address: `only=${message}` }),
  },
  rejectSelectedAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      address: `payment=${randomUUID()}`,
      note: 'Crossed with every role here',
    }),
  },
  acknowledgeRefusalsAction: {
    roles: editors,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      upTo: 0,
      note: 'Crossed with every role here',
    }),
  },
  acknowledgeConflictAction: {
    roles: editors,
    otherResults: conflict,
    input: ({ business, payment }: RecordIds) => ({
      businessId: business,
      kind: 'payment',
      id: payment,
      fingerprint: 'crossed',
      note: 'Crossed with every role here',
    }),
  },
};
