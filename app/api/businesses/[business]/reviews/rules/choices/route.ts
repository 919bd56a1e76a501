import { runRoute } from '#lib/access/index.ts';
import { readRuleChoices } from '#lib/reviews/index.ts';

export const GET = runRoute('review.work', ({ context, scope }) =>
  readRuleChoices(context, scope.businessId),
);
