import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import type { AllowedResult } from './request.ts';
import { paymentCreators } from './roles.ts';

// The batch of a place is stopped, so that no action changes it.
const conflict: readonly AllowedResult[] = ['conflict'];
const ofBatch = ({ business, batch }: RecordIds) => ({ businessId: business, batchId: batch });
const onBatch = { roles: paymentCreators, otherResults: conflict, input: ofBatch };

/** Actions on payments from files. */
export const batchActions = {
  startUploadAction: {
    roles: paymentCreators,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      fileName: 'crossing.csv',
      source: 'csv',
      size: 20,
    }),
  },
  checkRowsAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: (place: RecordIds) => ({
      ...ofBatch(place),
      encoding: null,
      separator: null,
      decimalSign: null,
      mapping: null,
      defaults: null,
    }),
  },
  correctRowAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: (place: RecordIds) => ({ ...ofBatch(place), number: 2, values: { amount: '1' } }),
  },
  confirmBatchAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: (place: RecordIds) => ({ ...ofBatch(place), revision: randomUUID() }),
  },
  pauseBatchAction: onBatch,
  resumeBatchAction: onBatch,
  stopBatchAction: onBatch,
  discardBatchAction: onBatch,
  recordRowsNotCreatedAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: (place: RecordIds) => ({ ...ofBatch(place), count: 1 }),
  },
};
