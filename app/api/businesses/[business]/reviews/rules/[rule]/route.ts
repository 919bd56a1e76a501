import { runRoute } from '#lib/access/index.ts';
import { readRule } from '#lib/reviews/index.ts';
import { ruleQuery } from '#lib/reviews/rules/schema/forms.ts';

export const GET = runRoute('review.work', ({ context, scope, params, request }) => {
  const { page } = ruleQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return readRule(context, scope.businessId, params['rule'] ?? '', page);
});
