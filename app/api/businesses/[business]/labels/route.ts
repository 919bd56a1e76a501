import { runRoute } from '#lib/access/index.ts';
import { labelsOf } from '#lib/annotations/index.ts';

export const GET = runRoute('read', ({ context, scope }) => labelsOf(context, scope.businessId));
