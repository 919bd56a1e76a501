'use server';

import { runAction } from '#lib/access/index.ts';
import { markRead } from './mark-read.ts';
import { markReadForm } from './schema.ts';

export const markNotificationsReadAction = runAction(markReadForm, markRead);
