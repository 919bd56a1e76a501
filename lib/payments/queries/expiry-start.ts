import 'server-only';
import { readExpiryStart } from '#lib/service/contract/expiry-start.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';

type Moments = {
  readonly paymentInitiatedAt: UnixSeconds | null;
  readonly paymentRequestedAt: UnixSeconds | null;
};

/** Adds the start of the expiry window, which depends on a server-side assumption. */
export const withExpiryStart = <Payment extends Moments>(
  payment: Payment,
): Payment & { readonly expiryStart: UnixSeconds | null } => ({
  ...payment,
  expiryStart: readExpiryStart(payment, serviceSettings().expiryStart),
});
