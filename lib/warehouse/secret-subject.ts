import 'server-only';

/** What the encrypted secret of a warehouse belongs to, so that it can't be moved to another business. */
export const toSecretSubject = (businessId: string): string => `warehouse ${businessId}`;
