'use server';

import { runAction } from '#lib/access/index.ts';
import { acknowledgeRefusals } from './acknowledge-refusals.ts';
import { acknowledgeRefusalsForm } from './schema-decide.ts';

export const acknowledgeRefusalsAction = runAction(acknowledgeRefusalsForm, acknowledgeRefusals);
