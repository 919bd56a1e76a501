'use server';

import { runAction } from '#lib/access/index.ts';
import { acknowledgeConflict } from './acknowledge-conflict.ts';
import { checkConnection } from './check-connection.ts';
import { revealAddresses } from './reveal-addresses.ts';
import { acknowledgeConflictForm, connectionForm } from './schema.ts';

export const checkConnectionAction = runAction(connectionForm, checkConnection);
export const revealAddressesAction = runAction(connectionForm, revealAddresses);
export const acknowledgeConflictAction = runAction(acknowledgeConflictForm, acknowledgeConflict);
