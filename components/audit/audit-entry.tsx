import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { AuditEntry } from '#lib/audit/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { objectHref, requestHref } from './audit-links.ts';

/** Who did what to what, before and after it, and where it stands in the chain. */
export function AuditEntryFacts({ log, entry }: { log: string; entry: AuditEntry }) {
  const { actor, chain, sequence, before, after } = entry;
  return (
    <div className="flex flex-col gap-5">
      <DescriptionList>
        <Fact label="Who">
          <bdi>{actor.name}</bdi>
          {actor.kind === 'system' && <span className="text-muted"> (Countinghouse itself)</span>}
        </Fact>
        <Fact label="When">
          <DateTime at={inSeconds(entry.at)} precise />
        </Fact>
        <Fact label="Action">{entry.action}</Fact>
        <Fact label="Object" stacked>
          <span className="text-muted">{entry.objectType}</span>{' '}
          {entry.objectName !== null && <bdi>{entry.objectName} </bdi>}
          <Identifier whole value={entry.objectId} name="object ID" />
          <TextLink href={objectHref(log, entry)} className="mt-3 block w-fit text-xs">
            Everything done to it
          </TextLink>
        </Fact>
        <Fact label="Request" stacked>
          <Identifier whole value={entry.requestId} name="request ID" />
          <TextLink href={requestHref(log, entry)} className="mt-3 block w-fit text-xs">
            Everything done by it
          </TextLink>
        </Fact>
      </DescriptionList>
      {before === null && after === null ? (
        <p className="text-muted text-sm">Nothing more was written down.</p>
      ) : (
        <Section title="Before and after">
          <div className="flex flex-col gap-3">
            {before !== null && <Json title="Before" text={before} />}
            {after !== null && <Json title="After" text={after} />}
          </div>
        </Section>
      )}
      <Section title="In the chain">
        <DescriptionList>
          <Fact label="Place">
            {sequence} {chain === 'sign-ins' ? 'of the sign-ins of all businesses' : 'of this business'}
          </Fact>
          <Fact label="Hash" stacked>
            <Identifier whole value={entry.hash} name="hash" />
          </Fact>
          <Fact label="Hash of the one before" stacked>
            <Identifier whole value={entry.previous} name="previous hash" />
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
