'use server';

import * as z from 'zod';
import { runAction } from '#lib/access/index.ts';
import { signOut } from './sign-out.ts';

export const signOutAction = runAction(z.object({}), signOut);
