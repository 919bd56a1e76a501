'use server';

import { runAction } from '#lib/access/index.ts';
import { workExceptionForm, workPickedForm } from './schema.ts';
import { workException } from './work-exception.ts';
import { workPicked } from './work-picked.ts';

export const workExceptionAction = runAction(workExceptionForm, workException);
export const workPickedAction = runAction(workPickedForm, workPicked);
