import { runRoute } from '#lib/access/index.ts';
import { readOverview } from '#lib/reports/index.ts';

export const GET = runRoute('read', ({ context, scope }) => readOverview(context, scope.businessId));
