import { runRoute } from '#lib/access/index.ts';
import { minimumsView } from '#lib/minimums/index.ts';

export const GET = runRoute('read', ({ context, scope }) => minimumsView(context, scope.businessId));
