import { Fragment } from 'react';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { AuditDetail, AuditDetailValue } from '#lib/audit/schema.ts';
import { tAuditPage, tAuditValues } from '#lib/messages/audit.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Lists the values of an entry, each with the value that it replaced. */
export function AuditDetails({ details }: { details: readonly AuditDetail[] }) {
  return (
    <DescriptionList>
      {details.map((detail) => (
        <Fact key={detail.label} label={detail.label} stacked>
          <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <Change detail={detail} />
          </span>
        </Fact>
      ))}
    </DescriptionList>
  );
}

const isId = ({ earlier, value }: AuditDetail) => earlier?.kind === 'id' || value?.kind === 'id';

/** Shows the first values of an entry in one line. IDs only where there is nothing else. */
export function AuditSummary({ details }: { details: readonly AuditDetail[] }) {
  const words = details.filter((detail) => !isId(detail));
  return (words.length === 0 ? details : words).map((detail, place) => (
    <span key={detail.label}>
      {place > 0 && ' · '}
      <span className="text-faint">{detail.label}:</span> <Change detail={detail} />
    </span>
  ));
}

function Change({ detail: { earlier, value, isProposed } }: { detail: AuditDetail }) {
  if (value === null)
    return (
      earlier && tAuditValues.rich('removed', { earlier: () => <Value key="earlier" value={earlier} /> })
    );
  if (earlier === null) return <Value value={value} />;
  return tAuditValues.rich(isProposed === true ? 'proposed' : 'changed', {
    earlier: () => <Value key="earlier" value={earlier} />,
    value: () => <Value key="value" value={value} />,
  });
}

function Value({ value }: { value: AuditDetailValue }) {
  switch (value.kind) {
    case 'text':
      return <Lines text={value.text} />;
    case 'time':
      return <DateTime at={toUnixSeconds(value.at)} />;
    case 'id':
      return <Identifier value={value.id} name={tAuditPage('detailId')} />;
  }
}

/** Shows a text with its line breaks, which a summary in one line shows as spaces. Other invisible characters are named. */
const Lines = ({ text }: { text: string }) => (
  <bdi>
    {text.split(/\r\n|[\n\r]/).map((line, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no identity beside their place
      <Fragment key={place}>
        {place > 0 && '\n'}
        {ExternalText(line)}
      </Fragment>
    ))}
  </bdi>
);
