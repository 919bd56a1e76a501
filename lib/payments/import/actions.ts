'use server';

import { runAction } from '#lib/access/index.ts';
import { checkImport, importRecord } from './import-record.ts';
import { importForm } from './schema.ts';

export const checkImportAction = runAction(importForm, checkImport);
export const importRecordAction = runAction(importForm, importRecord);
