'use server';

import { runAction } from '#lib/access/index.ts';
import { checkRows } from './check-rows.ts';
import { confirmBatch } from './confirm-batch.ts';
import { discardBatch, pauseBatch, resumeBatch, stopBatch } from './control-batch.ts';
import { correctRow } from './correct-row.ts';
import { recordRowsNotCreated } from './record-rows-not-created.ts';
import {
  batchForm,
  checkRowsForm,
  confirmBatchForm,
  correctRowForm,
  rowsNotCreatedForm,
  startUploadForm,
} from './schema.ts';
import { startUpload } from './start-upload.ts';

export const startUploadAction = runAction(startUploadForm, startUpload);
export const checkRowsAction = runAction(checkRowsForm, checkRows);
export const correctRowAction = runAction(correctRowForm, correctRow);
export const confirmBatchAction = runAction(confirmBatchForm, confirmBatch);
export const pauseBatchAction = runAction(batchForm, pauseBatch);
export const resumeBatchAction = runAction(batchForm, resumeBatch);
export const stopBatchAction = runAction(batchForm, stopBatch);
export const discardBatchAction = runAction(batchForm, discardBatch);
export const recordRowsNotCreatedAction = runAction(rowsNotCreatedForm, recordRowsNotCreated);
