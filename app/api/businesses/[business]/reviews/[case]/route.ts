import { runRoute } from '#lib/access/index.ts';
import { readCase } from '#lib/reviews/index.ts';

// The open page asks this again with each change, and its opening is audited (viewCase). A request by itself can't be told
// from those by anything that its sender does not choose, so none is audited here.
export const GET = runRoute('review.work', ({ context, scope, params }) =>
  readCase(context, scope.businessId, params['case'] ?? ''),
);
