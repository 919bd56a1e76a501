import { runRoute } from '#lib/access/index.ts';
import { readApprovalsPage } from '#lib/reports/index.ts';

export const GET = runRoute('proposal.read', ({ context, scope }) =>
  readApprovalsPage(context, scope.businessId),
);
