import * as z from 'zod';
import { tStatementRefusals } from '#lib/messages/statements.ts';

/** A settlement currency as the service sends it, also one that its interface doesn't name, such as `USDC.E`. */
export const settlementCurrency = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u, tStatementRefusals('currency'));
