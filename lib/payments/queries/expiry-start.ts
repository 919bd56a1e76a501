import 'server-only';
import { startOfExpiry } from '#lib/service/contract/expiry-start.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';

type Moments = {
  readonly paymentInitiatedAt: UnixSeconds | null;
  readonly paymentRequestedAt: UnixSeconds | null;
};

/** A payment with the moment from which its minutes are counted: a browser does not know what is assumed of that. */
export const withExpiryStart = <Payment extends Moments>(
  payment: Payment,
): Payment & { readonly expiryStart: UnixSeconds | null } => ({
  ...payment,
  expiryStart: startOfExpiry(payment, serviceSettings().expiryStart),
});
