import { PublicMessage } from '#components/access/public-message.tsx';
import { SignOutButton } from '#components/access/sign-out-button.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tInvitation } from '#lib/messages/access.ts';
import type { InvitationView } from '#lib/team/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatRole } from '#lib/values/roles.ts';
import { AcceptButton } from './accept-button.tsx';
import { JoinForm } from './join-form.tsx';

type OpenView = Extract<InvitationView, { state: 'open' }>;

/** An invitation in each of its states. `me` is the email of the signed-in person, or null. */
export function InvitationPage({
  view,
  token,
  me,
}: {
  view: InvitationView;
  token: string;
  me: string | null;
}) {
  if (view.state !== 'open') return <EndedInvitation view={view} isSignedIn={me !== null} />;
  if (view.email === null) return <SetUp token={token} />;
  if (me !== null && me !== view.email) return <OtherPerson email={view.email} me={me} />;
  if (me === null && !view.hasAccount && !view.isSingleSignOn)
    return (
      <JoinForm token={token} email={view.email}>
        <Heading view={view} />
        <p className="text-muted">{tInvitation('open.newAccount')}</p>
      </JoinForm>
    );
  return (
    <div className="grid gap-4">
      <Heading view={view} />
      {me === null ? (
        <SignedOut view={view} token={token} />
      ) : (
        <>
          <p className="text-muted">{tInvitation('open.asPerson', { email: me })}</p>
          <AcceptButton token={token} />
        </>
      )}
    </div>
  );
}

function Heading({ view }: { view: OpenView }) {
  return (
    <>
      <h1 className="break-words font-semibold text-xl">
        {tInvitation.rich('open.title', { business: () => ExternalText(view.businessName) })}
      </h1>
      <Terms view={view} />
    </>
  );
}

function Terms({ view }: { view: OpenView }) {
  const role = formatRole(view.role);
  const { endsAt } = view;
  return (
    <div className="text-muted">
      <p>
        {view.inviterName === null
          ? tInvitation('open.invitedByOperator', { role })
          : tInvitation('open.invited', { inviter: view.inviterName, role })}
      </p>
      {endsAt !== null && (
        <p>
          {tInvitation.rich('open.ends', {
            time: () => <DateTime key="time" at={toUnixSeconds(endsAt)} precise />,
          })}
        </p>
      )}
      <p>
        {tInvitation.rich('open.expires', {
          // The page names the time zone nowhere else.
          time: () => <DateTime at={toUnixSeconds(view.expiresAt)} precise />,
        })}
      </p>
    </div>
  );
}

function SignedOut({ view, token }: { view: OpenView; token: string }) {
  return (
    <>
      <p className="text-muted">
        {tInvitation(view.isSingleSignOn ? 'open.singleSignOn' : 'open.hasAccount')}
      </p>
      <div>
        <LinkButton
          variant="primary"
          // A first single sign-on accepts the invitation itself.
          href={
            view.hasAccount
              ? `/sign-in?callbackUrl=${encodeURIComponent(`/invitation/${token}`)}`
              : '/sign-in'
          }
        >
          {tInvitation('open.signIn')}
        </LinkButton>
      </div>
    </>
  );
}

/** The first account of an installation. */
function SetUp({ token }: { token: string }) {
  return (
    <JoinForm token={token} email={null}>
      <h1 className="font-semibold text-xl">{tInvitation('open.setUpTitle')}</h1>
      <p className="text-muted">{tInvitation('open.setUp')}</p>
    </JoinForm>
  );
}

/** Shown to a person who is signed in with another address than the invited one. */
function OtherPerson({ email, me }: { email: string; me: string }) {
  return (
    <PublicMessage
      title={tInvitation('otherPerson.title')}
      action={
        <>
          <SignOutButton />
          <LinkButton href="/">{tInvitation('otherPerson.back')}</LinkButton>
        </>
      }
    >
      <p>{tInvitation('otherPerson.detail', { email, mine: me })}</p>
    </PublicMessage>
  );
}

function EndedInvitation({
  view,
  isSignedIn,
}: {
  view: Exclude<InvitationView, OpenView>;
  isSignedIn: boolean;
}) {
  const action = (
    <LinkButton href={isSignedIn ? '/' : '/sign-in'}>
      {tInvitation(isSignedIn ? 'otherPerson.back' : 'open.signIn')}
    </LinkButton>
  );
  const detail =
    view.state === 'expired'
      ? tInvitation('state.expired.detail', { business: view.businessName })
      : tInvitation(`state.${view.state}.detail`);
  return (
    <PublicMessage title={tInvitation(`state.${view.state}.title`)} action={action}>
      <p>{detail}</p>
    </PublicMessage>
  );
}
