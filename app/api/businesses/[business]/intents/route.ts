import { runRoute } from '#lib/access/index.ts';
import { openIntents } from '#lib/payments/index.ts';

export const GET = runRoute('read', ({ context, scope }) => openIntents(context, scope.businessId));
