import { LogOut } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignOutButton } from '#components/access/sign-out-button.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { requirePageContext } from '#lib/access/index.ts';

export const metadata: Metadata = { title: 'No business' };

/** Redirects to the person's first business. */
export default async function HomePage() {
  const context = await requirePageContext();
  const [first] = context.actor.roles.keys();
  if (first !== undefined) redirect(`/${first}/overview`);
  return (
    <main className="mx-auto max-w-page py-8">
      <EmptyState
        icon={<LogOut aria-hidden />}
        title="You have no part in any business yet"
        action={<SignOutButton />}
      >
        <p>You are signed in as {context.actor.email}. Ask an owner of the business to give you a role.</p>
      </EmptyState>
    </main>
  );
}
