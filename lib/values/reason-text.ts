import * as z from 'zod';
import { tValues } from '#lib/messages/values.ts';
import { isSentence } from './sentence.ts';

const limitedText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, tValues('reason.longest', { count: longest }));

/** A reason that a person must give: at least a sentence. Every form that asks for one uses this. */
export const reasonText = (longest: number) =>
  limitedText(longest).refine(isSentence, tValues('reason.short'));

/** A comment or reason that may be left out: nothing, or at least a sentence. */
export const optionalReasonText = (longest: number) =>
  limitedText(longest).refine((text) => text === '' || isSentence(text), tValues('reason.short'));
