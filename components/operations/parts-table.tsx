import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import { tOperations } from '#lib/messages/operations.ts';
import { listRunningVersions } from '#lib/operations/model.ts';
import type { PartView } from '#lib/operations/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { StatusMark } from './status-mark.tsx';

function PartRow({ view: { part, version, host, startedAt, seenAt, isSilent } }: { view: PartView }) {
  return (
    <Row>
      <Cell className="font-medium">{tOperations(`parts.names.${part}`)}</Cell>
      <Cell className="whitespace-normal py-1.5">
        <StatusMark
          state={isSilent ? 'bad' : 'good'}
          label={isSilent ? tOperations('parts.silent') : tOperations('parts.running')}
        />
        {isSilent && <p className="text-muted text-xs">{tOperations('parts.silentHelp')}</p>}
      </Cell>
      <Cell className="tabular-nums">{version}</Cell>
      <Cell>{host}</Cell>
      <Cell numeric>
        <Time at={toUnixSeconds(startedAt)} />
      </Cell>
      <Cell numeric>
        <Time at={toUnixSeconds(seenAt)} />
      </Cell>
    </Row>
  );
}

/** The processes of the installation with their versions and last reports. */
export function PartsTable({ parts }: { parts: readonly PartView[] }) {
  const versions = listRunningVersions(parts);
  return (
    <Section title={tOperations('parts.title')} titleId="parts" flush>
      {versions.length > 1 && (
        <p className="px-4 py-3 text-muted text-sm">
          {tOperations('parts.mixed', { versions: versions.join(', ') })}
        </p>
      )}
      {parts.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{tOperations('parts.empty')}</p>
      ) : (
        <DataTable stacks="flow" labelledBy="parts" sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell>{tOperations('parts.part')}</HeadCell>
              <HeadCell>{tOperations('parts.state')}</HeadCell>
              <HeadCell>{tOperations('parts.version')}</HeadCell>
              <HeadCell>{tOperations('parts.host')}</HeadCell>
              <HeadCell numeric>{tOperations('parts.started')}</HeadCell>
              <HeadCell numeric>{tOperations('parts.seen')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {parts.map((view) => (
              <PartRow key={`${view.part} ${view.instanceId}`} view={view} />
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}
