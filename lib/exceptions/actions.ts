'use server';

import { runAction } from '#lib/access/index.ts';
import { setToleranceForm, workExceptionForm, workSelectedForm } from './schema.ts';
import { setTolerance } from './set-tolerance.ts';
import { workException } from './work-exception.ts';
import { workSelected } from './work-selected.ts';

export const setToleranceAction = runAction(setToleranceForm, setTolerance);
export const workExceptionAction = runAction(workExceptionForm, workException);
export const workSelectedAction = runAction(workSelectedForm, workSelected);
