'use server';

import { runAction } from '#lib/access/index.ts';
import { readConfirmationMethods } from './queries.ts';
import { confirmationMethodsForm } from './schema.ts';

export const readConfirmationMethodsAction = runAction(confirmationMethodsForm, readConfirmationMethods);
