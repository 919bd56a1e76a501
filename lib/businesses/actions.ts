'use server';

import { runAction } from '#lib/access/index.ts';
import { addBusiness } from './add-business.ts';
import { refreshBusiness } from './refresh-business.ts';
import { addBusinessForm, refreshBusinessForm, setTimeZoneForm } from './schema.ts';
import { setTimeZone } from './set-time-zone.ts';

export const addBusinessAction = runAction(addBusinessForm, addBusiness);
export const refreshBusinessAction = runAction(refreshBusinessForm, refreshBusiness);
export const setTimeZoneAction = runAction(setTimeZoneForm, setTimeZone);
