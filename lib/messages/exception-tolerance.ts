import { createMessages } from './create-messages.ts';

/** Texts of the tolerance for differences, on the Business page. */
export const tTolerance = createMessages({
  title: 'Tolerance for exceptions',
  explanation:
    'If the difference from the expected amount is within the tolerance, a payment is not an exception. The tolerance also applies to existing payments.',
  none: 'Not set. Every difference is an exception.',
  amount: 'Differences up to <amount></amount> are not exceptions',
  percent: 'Differences up to {percent} % of the expected amount are not exceptions',
  both: 'Only differences within both limits are tolerated.',
  change: 'Change tolerance',
});
