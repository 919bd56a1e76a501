'use server';

import { runAction } from '#lib/access/index.ts';
import { refreshMinimums } from './refresh-minimums.ts';
import { refreshMinimumsForm } from './schema.ts';

export const refreshMinimumsAction = runAction(refreshMinimumsForm, refreshMinimums);
