import { runRoute } from '#lib/access/index.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';

export const GET = runRoute('read', ({ context, scope }) => readMinimumsView(context, scope.businessId));
