'use server';

import { runAction } from '#lib/access/index.ts';
import { workExceptionForm } from './schema.ts';
import { workException } from './work-exception.ts';

export const workExceptionAction = runAction(workExceptionForm, workException);
