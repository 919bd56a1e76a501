import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { AuditEntry } from '#lib/audit/schema.ts';
import { labelAction, labelObjectType } from '#lib/audit/schema.ts';
import { tAuditPage } from '#lib/messages/audit-page.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { objectHref, requestHref } from './audit-links.ts';

/** Shows an entry: actor, action, object, values before and after, and its position in the chain. */
export function AuditEntryFacts({ log, entry }: { log: string; entry: AuditEntry }) {
  const { actor, chain, sequence, before, after } = entry;
  return (
    <div className="flex flex-col gap-5">
      <DescriptionList>
        <Fact label={tAuditPage('columns.actor')}>
          <bdi>{actor.name}</bdi>
          {actor.kind === 'system' && <span className="text-muted"> {tAuditPage('systemNote')}</span>}
        </Fact>
        <Fact label={tAuditPage('columns.at')}>
          <DateTime at={inSeconds(entry.at)} precise />
        </Fact>
        <Fact label={tAuditPage('columns.action')}>
          {labelAction(entry.action)} <span className="font-mono text-muted text-xs">{entry.action}</span>
        </Fact>
        <Fact label={tAuditPage('columns.object')} stacked>
          <span className="text-muted">{labelObjectType(entry.objectType)}</span>{' '}
          {entry.objectName !== null && <bdi>{entry.objectName} </bdi>}
          <Identifier whole value={entry.objectId} name={tAuditPage('objectId')} />
          <TextLink href={objectHref(log, entry)} className="mt-3 block w-fit text-xs">
            {tAuditPage('objectLink')}
          </TextLink>
        </Fact>
        <Fact label={tAuditPage('columns.request')} stacked>
          <Identifier whole value={entry.requestId} name={tAuditPage('requestId')} />
          <TextLink href={requestHref(log, entry)} className="mt-3 block w-fit text-xs">
            {tAuditPage('requestLink')}
          </TextLink>
        </Fact>
      </DescriptionList>
      {before === null && after === null ? (
        <p className="text-muted text-sm">{tAuditPage('noDetailsRecorded')}</p>
      ) : (
        <Section title={tAuditPage('values')}>
          <div className="flex flex-col gap-3">
            {before !== null && <Json title={tAuditPage('before')} text={before} />}
            {after !== null && <Json title={tAuditPage('after')} text={after} />}
          </div>
        </Section>
      )}
      <Section title={tAuditPage('chainSection')}>
        <DescriptionList>
          <Fact label={tAuditPage('positionLabel')}>{tAuditPage(`position.${chain}`, { sequence })}</Fact>
          <Fact label={tAuditPage('hash')} stacked>
            <Identifier whole value={entry.hash} name={tAuditPage('hashName')} />
          </Fact>
          <Fact label={tAuditPage('previousHash')} stacked>
            <Identifier whole value={entry.previous} name={tAuditPage('previousHashName')} />
          </Fact>
        </DescriptionList>
      </Section>
    </div>
  );
}

function Json({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="pb-1 font-medium text-faint text-xs">{title}</p>
      <pre className="whitespace-pre-wrap rounded-md border border-line bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere]">
        {text}
      </pre>
    </div>
  );
}
