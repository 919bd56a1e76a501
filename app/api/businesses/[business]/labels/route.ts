import { runRoute } from '#lib/access/index.ts';
import { listLabels } from '#lib/annotations/index.ts';

export const GET = runRoute('read', ({ context, scope }) => listLabels(context, scope.businessId));
