'use server';

import { runAction } from '#lib/access/index.ts';
import { confirmPeople } from './confirm-people.ts';
import { resumeWork } from './resume-work.ts';
import { restoreForm } from './schema.ts';

export const confirmPeopleAction = runAction(restoreForm, confirmPeople);
export const resumeWorkAction = runAction(restoreForm, resumeWork);
