import { Section } from '#components/shell/section.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ApiTokenView } from '#lib/api-tokens/schema.ts';
import type { DirectoryView } from '#lib/directory/schema.ts';
import { tControls } from '#lib/messages/controls.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { GroupRoles } from './group-roles.tsx';

/** The directory that provisions the members of the business, with the roles of its groups. */
export function DirectorySection({ view: { address, users, tokens } }: { view: DirectoryView }) {
  return (
    <Section title={tDirectory('title')}>
      <div className="grid max-w-form gap-3 text-sm">
        <p>{tDirectory('about')}</p>
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-muted">{tDirectory('address')}</span>
          <code className="break-all font-mono">{address}</code>
          <CopyButton text={address} label={tControls('copyNamed', { name: tDirectory('address') })} />
        </p>
        {tokens.length === 0 ? (
          <p className="text-muted">{tDirectory('none')}</p>
        ) : (
          <p className="text-muted">{tDirectory('users', { count: users })}</p>
        )}
        {tokens.map((token) => (
          <DirectoryToken key={token.tokenId} token={token} />
        ))}
      </div>
    </Section>
  );
}

function DirectoryToken({ token: { name, directory } }: { token: ApiTokenView }) {
  if (directory === null) return null;
  const { roles, next, proposal } = directory;
  return (
    <div className="grid gap-2">
      <h3 className="font-medium [overflow-wrap:anywhere]">{tDirectory('token', { name })}</h3>
      <GroupRoles roles={roles} />
      {proposal !== null && <p className="text-muted">{tDirectory('waiting')}</p>}
      {next !== null && (
        <>
          <p className="text-muted">
            {tDirectory.rich('next', { time: () => <Time key="from" at={toUnixSeconds(next.from)} /> })}
          </p>
          <GroupRoles roles={next.roles} />
        </>
      )}
    </div>
  );
}
