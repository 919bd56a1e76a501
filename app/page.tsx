import { LogOut } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignOutButton } from '#components/access/sign-out-button.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { findFirstPage, requirePageContext } from '#lib/access/index.ts';
import { tErrorPages, tPageTitles } from '#lib/messages/shell.ts';

export const metadata: Metadata = { title: tPageTitles('noBusiness') };

/** Redirects to the person's first business. */
export default async function HomePage() {
  const context = await requirePageContext();
  const [first] = context.actor.roles;
  if (first !== undefined) redirect(`/${first[0]}/${findFirstPage(first[1])}`);
  return (
    <main className="mx-auto max-w-page py-8">
      <EmptyState
        icon={<LogOut aria-hidden />}
        title={tErrorPages('noBusiness.title')}
        action={<SignOutButton />}
      >
        <p>{tErrorPages('noBusiness.text', { email: context.actor.email })}</p>
      </EmptyState>
    </main>
  );
}
