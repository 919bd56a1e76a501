import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { AuditEntry } from '#lib/audit/schema.ts';
import { labelAction, labelObjectType } from '#lib/audit/schema.ts';
import { tAudit } from '#lib/messages/audit.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { objectHref, requestHref } from './audit-links.ts';

/** Shows an entry: actor, action, object, values before and after, and its position in the chain. */
export function AuditEntryFacts({ log, entry }: { log: string; entry: AuditEntry }) {
  const { actor, chain, sequence, before, after } = entry;
  return (
    <div className="flex flex-col gap-5">
      <DescriptionList>
        <Fact label={tAudit('columns.actor')}>
          <bdi>{actor.name}</bdi>
          {actor.kind === 'system' && <span className="text-muted"> {tAudit('systemNote')}</span>}
        </Fact>
        <Fact label={tAudit('columns.at')}>
          <DateTime at={inSeconds(entry.at)} precise />
        </Fact>
        <Fact label={tAudit('columns.action')}>
          {labelAction(entry.action)} <span className="font-mono text-muted text-xs">{entry.action}</span>
        </Fact>
        <Fact label={tAudit('columns.object')} stacked>
          <span className="text-muted">{labelObjectType(entry.objectType)}</span>{' '}
          {entry.objectName !== null && <bdi>{entry.objectName} </bdi>}
          <Identifier whole value={entry.objectId} name={tAudit('objectId')} />
          <TextLink href={objectHref(log, entry)} className="mt-3 block w-fit text-xs">
            {tAudit('objectLink')}
          </TextLink>
        </Fact>
        <Fact label={tAudit('columns.request')} stacked>
          <Identifier whole value={entry.requestId} name={tAudit('requestId')} />
          <TextLink href={requestHref(log, entry)} className="mt-3 block w-fit text-xs">
            {tAudit('requestLink')}
          </TextLink>
        </Fact>
      </DescriptionList>
      {before === null && after === null ? (
        <p className="text-muted text-sm">{tAudit('noDetailsRecorded')}</p>
      ) : (
        <Section title={tAudit('values')}>
          <div className="flex flex-col gap-3">
            {before !== null && <Json title={tAudit('before')} text={before} />}
            {after !== null && <Json title={tAudit('after')} text={after} />}
          </div>
        </Section>
      )}
      <Section title={tAudit('chainSection')}>
        <DescriptionList>
          <Fact label={tAudit('positionLabel')}>{tAudit(`position.${chain}`, { sequence })}</Fact>
          <Fact label={tAudit('hash')} stacked>
            <Identifier whole value={entry.hash} name={tAudit('hashName')} />
          </Fact>
          <Fact label={tAudit('previousHash')} stacked>
            <Identifier whole value={entry.previous} name={tAudit('previousHashName')} />
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
