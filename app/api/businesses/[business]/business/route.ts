import { runRoute } from '#lib/access/index.ts';
import { readBusinessHistory, readBusinessView } from '#lib/businesses/index.ts';

export const GET = runRoute('read', async ({ context, scope }) => ({
  view: await readBusinessView(context, scope.businessId),
  history: await readBusinessHistory(context, scope.businessId),
}));
