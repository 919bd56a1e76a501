import 'server-only';

/** What people add to payments, deposits and withdrawals: notes, and labels of the business's own vocabulary. */
export { labelConditions, labelNames } from './list-queries.ts';
export { annotationsOf, labelsOf, labelUses } from './queries.ts';
