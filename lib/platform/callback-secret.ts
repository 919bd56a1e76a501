import 'server-only';
import { createHmac } from 'node:crypto';

/** Returns the secret part of a business's callback address under a key of `CALLBACK_SECRETS`. */
export const callbackSecret = (key: string, businessId: string): string =>
  createHmac('sha256', key).update(businessId).digest('base64url');
