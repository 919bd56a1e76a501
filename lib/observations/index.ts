import 'server-only';

export type { CallbackKind } from './model-received.ts';
export { isCallbackKind } from './model-received.ts';
/**
 * The only writer of what is known of payments, deposits, refunds, their risk, and withdrawals. Whatever is
 * received is kept as bytes and folded in, in the caller's transaction.
 */
export { observeAnswer } from './observe-answer.ts';
export type { CallbackObservation, ObservedCallback } from './observe-callback.ts';
export { observeCallback } from './observe-callback.ts';
export { previewImport } from './preview-import.ts';
export { quarantineCallback } from './quarantine-callback.ts';
export { verifyReadModel } from './verify-read-model.ts';
