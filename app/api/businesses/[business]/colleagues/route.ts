import { runRoute } from '#lib/access/index.ts';
import { listMentionable } from '#lib/people/index.ts';

/** The colleagues whom a note may mention. */
export const GET = runRoute('record.annotate', ({ context, scope, request }) => {
  const { searchParams } = new URL(request.url);
  return listMentionable(context, scope.businessId, searchParams.get('about') === 'case');
});
