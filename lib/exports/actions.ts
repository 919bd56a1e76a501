'use server';

import { runAction } from '#lib/access/index.ts';
import { exportFileForm, startFileForm } from './files/schema.ts';
import { startExportFile, stopExportFile } from './files/start-file.ts';

export const startExportFileAction = runAction(startFileForm, startExportFile);
export const stopExportFileAction = runAction(exportFileForm, stopExportFile);
