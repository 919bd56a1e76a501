'use client';

import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { findTokenProposal } from '#lib/api-tokens/model-roles.ts';
import type { ApiTokenList, ApiTokenView, TokenWrites } from '#lib/api-tokens/schema.ts';
import { tApiTokens, tApiTokenWrites } from '#lib/messages/api.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { ApiTokenTask } from './api-token-dialogs.tsx';
import { TokenLifetimeNote } from './token-lifetime.tsx';

const Dialogs = lazy(() =>
  import('./api-token-dialogs.tsx').then((file) => ({ default: file.ApiTokenDialogs })),
);

/** The API tokens of the person, and for owners those of colleagues that read this business. */
export function ApiTokensSection({ businessId, initial }: { businessId: string; initial: ApiTokenList }) {
  const [list, setList] = useState(initial);
  // An answer to a proposal renders the page again.
  const [rendered, setRendered] = useState(initial);
  if (rendered !== initial) {
    setRendered(initial);
    setList(initial);
  }
  const { tokens, choices, lifetime } = list;
  const [task, setTask] = useState<ApiTokenTask | null>(null);
  return (
    <Section
      title={tApiTokens('title')}
      titleId="api-tokens"
      count={tokens.length}
      flush
      actions={
        choices !== null && (
          <Button size="sm" onPress={() => setTask({ kind: 'create' })}>
            {tApiTokens('create.button')}
          </Button>
        )
      }
    >
      <p className="max-w-form px-4 py-3 text-muted text-sm">
        {tApiTokens('help')}{' '}
        <TextLink href={`/${businessId}/settings/api`}>{tApiTokens('reference')}</TextLink>
      </p>
      {lifetime !== null && (
        <TokenLifetimeNote businessId={businessId} lifetime={lifetime} onChange={setList} />
      )}
      {tokens.length === 0 && <p className="px-4 pb-3 text-sm">{tApiTokens('none')}</p>}
      {tokens.length > 0 && (
        <DataTable stacks labelledBy="api-tokens" sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell>{tApiTokens('name')}</HeadCell>
              <HeadCell>{tApiTokens('scopes')}</HeadCell>
              <HeadCell numeric>{tApiTokens('expiresAt')}</HeadCell>
              <HeadCell numeric>{tApiTokens('lastUsedAt')}</HeadCell>
              <HeadCell>
                <span className="sr-only">{tApiTokens('actions')}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <TokenRow
                key={token.tokenId}
                token={token}
                canCreate={choices !== null}
                onOpen={(kind) => setTask({ kind, token })}
              />
            ))}
          </tbody>
        </DataTable>
      )}
      <Suspense>
        {task !== null && (
          <Dialogs
            businessId={businessId}
            task={task}
            choices={choices}
            onChange={setList}
            onClose={() => setTask(null)}
          />
        )}
      </Suspense>
    </Section>
  );
}

function TokenRow({
  token,
  canCreate,
  onOpen,
}: {
  token: ApiTokenView;
  canCreate: boolean;
  onOpen: (kind: 'reroll' | 'revoke' | 'review' | 'groups' | 'take-over') => void;
}) {
  const { name, hint, scopes, businesses, addresses, expiresAt, isExpired, lastUsedAt, maker } = token;
  const small = 'block text-muted text-xs';
  const reach = (
    <>
      {scopes.map((scope) => tApiTokens(`scope.${scope}`)).join(', ')}
      <span className={small}>{businesses.join(', ')}</span>
      <span className={`${small} break-all`}>
        {addresses.length === 0 ? tApiTokens('anywhere') : addresses.join(', ')}
      </span>
    </>
  );
  const expiry = isExpired ? (
    <Badge tone="attention">{tApiTokens('expired')}</Badge>
  ) : (
    <Time at={toUnixSeconds(expiresAt)} />
  );
  const lastUse = (
    <>
      {lastUsedAt === null ? (
        <span className="text-muted">{tApiTokens('neverUsed')}</span>
      ) : (
        <Time at={toUnixSeconds(lastUsedAt)} />
      )}
      {token.lastUsedFrom !== null && (
        <span className={small}>{tApiTokens('from', { address: token.lastUsedFrom })}</span>
      )}
    </>
  );
  const canReroll = canCreate && maker === null && !isExpired;
  return (
    <Row>
      <Cell className="whitespace-normal py-2 align-top">
        <span className="[overflow-wrap:anywhere]">{name}</span>
        <span className={`${small} font-mono`}>{hint}…</span>
        {maker !== null && <span className={small}>{tApiTokens('maker', { name: maker })}</span>}
        {token.writes !== null && <WritesNote writes={token.writes} />}
      </Cell>
      <Cell className="whitespace-normal py-2 align-top">{reach}</Cell>
      <Cell numeric className="py-2 align-top">
        {expiry}
      </Cell>
      <Cell numeric className="py-2 align-top">
        {lastUse}
      </Cell>
      <Cell className="py-2 align-top">
        <span className="flex flex-wrap justify-end gap-2">
          {findTokenProposal(token) !== null && (
            <Button size="sm" onPress={() => onOpen('review')}>
              {tApiTokenWrites('review')}
            </Button>
          )}
          {token.directory !== null && canCreate && !token.isExpired && (
            <Button size="sm" onPress={() => onOpen('groups')}>
              {tDirectory('change')}
            </Button>
          )}
          {maker !== null && canCreate && !isExpired && (
            <Button size="sm" onPress={() => onOpen('take-over')}>
              {tApiTokens('takeOver.button')}
            </Button>
          )}
          {canReroll && (
            <Button size="sm" onPress={() => onOpen('reroll')}>
              {tApiTokens('reroll.button')}
            </Button>
          )}
          <Button size="sm" onPress={() => onOpen('revoke')}>
            {tApiTokens('revoke.button')}
          </Button>
        </span>
      </Cell>
    </Row>
  );
}

/** Says whether and from when a token writes. */
function WritesNote({ writes }: { writes: TokenWrites }) {
  return (
    <span className="block text-muted text-xs">
      {writes.state === 'noticed'
        ? tApiTokenWrites.rich('from', { time: () => <Time key="from" at={toUnixSeconds(writes.from)} /> })
        : writes.state === 'approved'
          ? tApiTokenWrites('approved', { name: writes.by })
          : tApiTokenWrites(writes.state)}
    </span>
  );
}
