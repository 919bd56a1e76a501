import 'server-only';
import { env } from '#lib/platform/env.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';
import { defaultRequiredRoles } from './model.ts';

/** Returns the roles that need a second factor at every business. Owners can add roles to these, and remove none. */
export const listAlwaysRequiredRoles = (): readonly Role[] =>
  env.SECOND_FACTOR_FOR === 'everyone' ? roles : defaultRequiredRoles;
