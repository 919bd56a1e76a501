'use server';

import { runAction } from '#lib/access/index.ts';
import { acknowledgeRefusalsForm } from '../schema/decisions.ts';
import { acknowledgeRefusals } from './acknowledge-refusals.ts';

export const acknowledgeRefusalsAction = runAction(acknowledgeRefusalsForm, acknowledgeRefusals);
