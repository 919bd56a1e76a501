import 'server-only';

/** Binds the encrypted secret of a warehouse to its business, so that it can't be moved to another one. */
export const toSecretSubject = (businessId: string): string => `warehouse ${businessId}`;
