import { runRoute } from '#lib/access/index.ts';
import { listOpenIntents } from '#lib/payments/index.ts';

export const GET = runRoute('read', ({ context, scope }) => listOpenIntents(context, scope.businessId));
