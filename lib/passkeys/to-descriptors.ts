import 'server-only';
import type { StoredPasskey } from './store.ts';

/** Returns passkeys as options of the browser name them. */
export const toDescriptors = (passkeys: readonly StoredPasskey[]): { id: string; transports: string[] }[] =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] }));
