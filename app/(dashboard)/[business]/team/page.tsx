import type { Metadata } from 'next';
import { TeamPage } from '#components/team/team-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { readRequiredRoles } from '#lib/factors/index.ts';
import { tTeam } from '#lib/messages/team.ts';
import { readTeam } from '#lib/team/index.ts';

export const metadata: Metadata = { title: tTeam('title') };

type Query = Readonly<Record<string, string | string[] | undefined>>;
type Input = { params: Promise<{ business: string }>; searchParams: Promise<Query> };

/** Returns a page number of the address. Anything else is the first page. */
const readPage = (text: string | string[] | undefined): number =>
  /^[1-9]\d{0,4}$/.test(String(text)) ? Number(text) : 1;

export default async function Page({ params, searchParams }: Input) {
  const { context, scope } = await requirePageAccess((await params).business, 'team.manage');
  const { members, invitations } = await searchParams;
  const pages = { members: readPage(members), invitations: readPage(invitations) };
  const [view, required] = await Promise.all([
    readTeam(context, scope.businessId, pages),
    readRequiredRoles(context, scope.businessId),
  ]);
  return <TeamPage businessId={scope.businessId} view={view} required={required} />;
}
