import { runRoute } from '#lib/access/index.ts';
import { businessHistory, businessView } from '#lib/businesses/index.ts';

export const GET = runRoute('read', async ({ context, scope }) => ({
  view: await businessView(context, scope.businessId),
  history: await businessHistory(context, scope.businessId),
}));
