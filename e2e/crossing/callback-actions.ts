import { randomUUID } from 'node:crypto';
import type { Place } from './places.ts';
import type { LetIn } from './request.ts';
import { active, owners } from './roles.ts';

const conflict: readonly LetIn[] = ['conflict'];

/** Acts on stored callbacks, and on the alarms that refused and contradicting ones raise. */
export const callbackActions = {
  releaseCallbackAction: {
    roles: owners,
    letIn: conflict,
    input: ({ business, message }: Place) => ({
      businessId: business,
      messageId: message,
      revision: 0,
      accepted: [],
      note: '',
    }),
  },
  startDryRunAction: {
    roles: owners,
    letIn: conflict,
    input: ({ business }: Place) => ({
      businessId: business,
      kind: null,
      verdict: null,
      from: '',
      to: '',
      message: null,
    }),
  },
  applyDryRunAction: {
    roles: owners,
    letIn: conflict,
    input: ({ business, dryRun }: Place) => ({ businessId: business, reprocessingId: dryRun }),
  },
  stopReprocessingAction: {
    roles: owners,
    letIn: conflict,
    input: ({ business, dryRun }: Place) => ({ businessId: business, reprocessingId: dryRun }),
  },
  rejectCallbackAction: {
    roles: owners,
    letIn: conflict,
    input: ({ business, message }: Place) => ({
      businessId: business,
      messageId: message,
      revision: 0,
      note: 'Crossed',
    }),
  },
  startSelectedDryRunAction: {
    roles: owners,
    letIn: conflict,
    input: ({ business, message }: Place) => ({ businessId: business, address: `only=${message}` }),
  },
  rejectSelectedAction: {
    roles: owners,
    letIn: conflict,
    input: ({ business }: Place) => ({
      businessId: business,
      address: `payment=${randomUUID()}`,
      note: 'Crossed',
    }),
  },
  acknowledgeRefusalsAction: {
    roles: active,
    letIn: conflict,
    input: ({ business }: Place) => ({ businessId: business, upTo: 0, note: 'Crossed' }),
  },
  acknowledgeConflictAction: {
    roles: active,
    letIn: conflict,
    input: ({ business, payment }: Place) => ({
      businessId: business,
      kind: 'payment',
      id: payment,
      fingerprint: 'crossed',
      note: 'Crossed',
    }),
  },
};
