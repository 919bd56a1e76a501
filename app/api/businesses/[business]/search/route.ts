import { runRoute } from '#lib/access/index.ts';
import { findAnywhere } from '#lib/search/index.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  findAnywhere(context, scope.businessId, new URL(request.url).searchParams.get('q') ?? ''),
);
