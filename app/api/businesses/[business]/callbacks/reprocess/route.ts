import { runRoute } from '#lib/access/index.ts';
import { listReprocessings } from '#lib/callbacks/index.ts';

export const GET = runRoute('callbacks.manage', ({ context, scope }) =>
  listReprocessings(context, scope.businessId),
);
