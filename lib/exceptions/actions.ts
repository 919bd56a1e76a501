'use server';

import { runAction } from '#lib/access/index.ts';
import { workExceptionForm, workSelectedForm } from './schema.ts';
import { workException } from './work-exception.ts';
import { workSelected } from './work-selected.ts';

export const workExceptionAction = runAction(workExceptionForm, workException);
export const workSelectedAction = runAction(workSelectedForm, workSelected);
