'use server';

import { runAction } from '#lib/access/index.ts';
import { markRead } from './mark-read.ts';
import { markReadForm, setNotificationsForm } from './schema.ts';
import { setNotifications } from './set-notifications.ts';

export const markNotificationsReadAction = runAction(markReadForm, markRead);
export const setNotificationsAction = runAction(setNotificationsForm, setNotifications);
