import { EvidenceLink } from '#components/reviews/cases/evidence-link.tsx';
import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { AuditEntryView } from '#lib/audit/schema.ts';
import { formatAuditAction, formatAuditObjectType } from '#lib/audit/schema.ts';
import { tAuditPage } from '#lib/messages/audit.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { AuditDetails } from './audit-details.tsx';
import { objectHref, requestHref } from './audit-links.ts';

/** Shows an entry in words: actor, action, object and changed values. Codes and hashes are collapsed. */
export function AuditEntryFacts({
  log,
  entry,
  businessId,
}: {
  log: string;
  entry: AuditEntryView;
  businessId: string;
}) {
  const { actor, chain, sequence, before, after, details } = entry;
  return (
    <div className="flex flex-col gap-5">
      <DescriptionList>
        <Fact label={tAuditPage('columns.actor')}>
          <bdi>{actor.name}</bdi>
          {actor.kind === 'system' && <span className="text-muted"> {tAuditPage('systemNote')}</span>}
        </Fact>
        <Fact label={tAuditPage('columns.at')}>
          <DateTime at={toUnixSeconds(entry.at)} precise />
        </Fact>
        <Fact label={tAuditPage('columns.action')}>{formatAuditAction(entry.action)}</Fact>
        <Fact label={tAuditPage('columns.object')} stacked>
          <span className="text-muted">{formatAuditObjectType(entry.objectType)}</span>{' '}
          {entry.objectName !== null && <bdi>{entry.objectName} </bdi>}
          {/* The ID of this business is no ID of the item. */}
          {entry.objectId !== businessId && (
            <Identifier whole value={entry.objectId} name={tAuditPage('objectId')} />
          )}
          <TextLink href={objectHref(log, entry)} className="mt-3 block w-fit text-xs">
            {tAuditPage('objectLink')}
          </TextLink>
          {entry.objectType === 'review-case' && (
            <span className="mt-3 block">
              <EvidenceLink businessId={businessId} caseId={entry.objectId}>
                {tAuditPage('evidence')}
              </EvidenceLink>
            </span>
          )}
        </Fact>
      </DescriptionList>
      {details.length === 0 ? (
        <p className="text-muted text-sm">
          {tAuditPage(before === null && after === null ? 'noDetailsRecorded' : 'noChangedValues')}
        </p>
      ) : (
        <Section title={tAuditPage('values')}>
          <AuditDetails details={details} />
        </Section>
      )}
      <Disclosure title={tAuditPage('technical')}>
        <DescriptionList>
          <Fact label={tAuditPage('actionCode')}>
            <span className="font-mono text-xs">{entry.action}</span>
          </Fact>
          <Fact label={tAuditPage('columns.request')} stacked>
            <Identifier whole value={entry.requestId} name={tAuditPage('requestId')} />
            <TextLink href={requestHref(log, entry)} className="mt-3 block w-fit text-xs">
              {tAuditPage('requestLink')}
            </TextLink>
          </Fact>
          {sequence !== '' && (
            <Fact label={tAuditPage('positionLabel')}>{tAuditPage(`position.${chain}`, { sequence })}</Fact>
          )}
          {entry.hash !== '' && (
            <>
              <Fact label={tAuditPage('hash')} stacked>
                <Identifier whole value={entry.hash} name={tAuditPage('hashName')} />
              </Fact>
              <Fact label={tAuditPage('previousHash')} stacked>
                <Identifier whole value={entry.previous} name={tAuditPage('previousHashName')} />
              </Fact>
            </>
          )}
        </DescriptionList>
        {(before !== null || after !== null) && (
          <div className="flex flex-col gap-3 pt-3">
            {before !== null && <Json title={tAuditPage('before')} text={before} />}
            {after !== null && <Json title={tAuditPage('after')} text={after} />}
          </div>
        )}
      </Disclosure>
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
