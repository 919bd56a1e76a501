'use server';

import { runAction } from '#lib/access/index.ts';
import { refreshBusiness } from './refresh-business.ts';
import { refreshBusinessForm, setTimeZoneForm } from './schema.ts';
import { setTimeZone } from './set-time-zone.ts';

export const refreshBusinessAction = runAction(refreshBusinessForm, refreshBusiness);
export const setTimeZoneAction = runAction(setTimeZoneForm, setTimeZone);
