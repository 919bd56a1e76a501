import * as z from 'zod';
import { amountField, textField } from './fields.ts';

/**
 * Deposit minimums (§2.8): deposit currency → network → currency (the coin itself or a display currency) → minimum in
 * that currency. A missing entry is unknown, not 0.
 */
export const depositMinimums = z.record(textField, z.record(textField, z.record(textField, amountField)));
