import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { OutsideLink } from '#components/ui/text-link.tsx';
import type { ApiOperation } from '#lib/api/schema.ts';
import { apiProblemCodes, problemStatuses } from '#lib/api/schema.ts';
import { tApi } from '#lib/messages/api.ts';
import { tSettings } from '#lib/messages/settings.ts';

const topics = ['authentication', 'lists', 'updates', 'writes', 'limits'] as const;

/** Describes the API for people: how to use it, its addresses and its problems. */
export function ApiReference({
  businessId,
  operations,
}: {
  businessId: string;
  operations: readonly ApiOperation[];
}) {
  return (
    <>
      <PageHeader
        title={tApi('reference.title')}
        description={tApi('reference.description')}
        back={{ href: `/${businessId}/settings`, label: tSettings('title') }}
      />
      <PageBody>
        <div className="grid max-w-form gap-2 text-sm">
          <p>{tApi('description')}</p>
          {topics.map((topic) => (
            <p key={topic}>{tApi(`reference.${topic}`)}</p>
          ))}
          <p>
            <OutsideLink href="/api/v1/openapi.json">{tApi('reference.document')}</OutsideLink>
          </p>
        </div>
        <Section title={tApi('reference.requests')} count={operations.length}>
          {operations.map((operation) => (
            <Operation key={`${operation.method} ${operation.path}`} operation={operation} />
          ))}
        </Section>
        <Problems />
      </PageBody>
    </>
  );
}

/** A request in one line. Its parameters open on demand. */
function Operation({ operation: { method, path, summary, scope, parameters } }: { operation: ApiOperation }) {
  const id = `parameters-${method}-${path.replaceAll(/\W/g, '-')}`;
  return (
    <Disclosure
      title={
        <span className="flex flex-wrap gap-x-3">
          <span id={id}>{summary}</span>
          <code className="break-all font-normal text-muted">
            {tApi('reference.request', { method, path })}
          </code>
        </span>
      }
    >
      <p className="pb-1 text-muted text-sm">{tApi('reference.scope', { scope })}</p>
      <DataTable labelledBy={id} sticky={false} takesFocus>
        <thead>
          <tr>
            <HeadCell>{tApi('reference.parameter')}</HeadCell>
            <HeadCell>{tApi('reference.meaning')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, description }) => (
            <Row key={name}>
              <Cell className="font-mono text-xs max-md:whitespace-normal max-md:break-all">{name}</Cell>
              <Cell className="whitespace-normal py-1">{description}</Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
    </Disclosure>
  );
}

function Problems() {
  return (
    <Section title={tApi('reference.problems')} titleId="api-problems" flush>
      <DataTable labelledBy="api-problems" sticky={false} takesFocus>
        <thead>
          <tr>
            <HeadCell numeric>{tApi('reference.status')}</HeadCell>
            <HeadCell>{tApi('reference.type')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {apiProblemCodes.map((code) => (
            <Row key={code}>
              <Cell numeric>{problemStatuses[code]}</Cell>
              <Cell className="font-mono text-xs">{code}</Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
    </Section>
  );
}
