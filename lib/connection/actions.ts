'use server';

import { runAction } from '#lib/access/index.ts';
import { acknowledgeContradiction } from './acknowledge-contradiction.ts';
import { checkConnection } from './check-connection.ts';
import { revealAddresses } from './reveal-addresses.ts';
import { acknowledgeContradictionForm, connectionForm } from './schema.ts';

export const checkConnectionAction = runAction(connectionForm, checkConnection);
export const revealAddressesAction = runAction(connectionForm, revealAddresses);
export const acknowledgeContradictionAction = runAction(
  acknowledgeContradictionForm,
  acknowledgeContradiction,
);
