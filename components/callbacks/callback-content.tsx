import type { ReactNode } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { cx } from '#components/ui/cx.ts';
import type { CallbackContent, ReadField } from '#lib/callbacks/schema/message.ts';
import { tCallbackPage, tCallbacks } from '#lib/messages/callbacks.ts';
import { FieldName } from './field-name.tsx';

/** Shows the stored bytes beside the fields that were read from them. */
export function CallbackContentView({
  content,
  length,
}: {
  content: CallbackContent;
  length: number | null;
}) {
  const { displayFormat, removed, masked } = content;
  if (displayFormat === 'withheld' || displayFormat === 'expired')
    return (
      <Section title={tCallbackPage('content.title')}>
        <p className="text-muted text-sm">{tCallbackPage(`content.${displayFormat}`)}</p>
      </Section>
    );
  return (
    <Section
      title={tCallbackPage('content.title')}
      {...(length !== null && { count: tCallbacks('bytes', { count: length }) })}
    >
      <div className="flex flex-col gap-3">
        {removed.length > 0 && (
          <Banner title={tCallbackPage('content.removed', { fields: removed.join(', ') })}>
            {tCallbackPage('content.removedHint')}
          </Banner>
        )}
        {masked && <Banner title={tCallbackPage('content.masked')} />}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Raw content={content} />
          <Parsed fields={content.fields} />
        </div>
      </div>
    </Section>
  );
}

function Raw({ content: { segments, reasons, displayFormat, removed } }: { content: CallbackContent }) {
  const text = segments.map((segment) => segment.text).join('');
  const title = tCallbackPage(displayFormat === 'hex' ? 'content.rawHex' : 'content.raw');
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1 text-muted text-xs">
        {removed.length > 0 ? tCallbackPage('content.redacted') : title}
      </figcaption>
      <div className="relative rounded-md border border-line bg-sunken">
        {text !== '' && (
          <CopyButton
            text={text}
            label={tCallbackPage('content.copy')}
            className="absolute end-1.5 top-1.5"
          />
        )}
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes focus
          tabIndex={0}
          className={cx(
            'max-h-128 overflow-auto p-3 pe-9 text-xs',
            displayFormat === 'text' && 'whitespace-pre-wrap break-all',
          )}
        >
          {text === '' && <span className="text-faint">{tCallbackPage('content.empty')}</span>}
          {withKeys(segments).map(({ key, text: part, mark }) =>
            mark === null ? (
              <span key={key}>{part}</span>
            ) : (
              <mark
                key={key}
                aria-description={reasons[mark]?.problem}
                className="rounded-xs bg-attention-ground text-attention outline outline-attention-line"
              >
                {part}
              </mark>
            ),
          )}
        </pre>
      </div>
    </figure>
  );
}

/** Adds the offset of each segment as its key, because equal segments can occur twice. */
function withKeys(segments: CallbackContent['segments']) {
  let at = 0;
  return segments.map((segment) => {
    const key = at;
    at += segment.text.length;
    return { ...segment, key };
  });
}

function Parsed({ fields }: { fields: readonly ReadField[] | null }) {
  const shown = fields?.filter(({ written, problem }) => written !== null || problem !== null) ?? [];
  const absent = fields?.filter((field) => !shown.includes(field)) ?? [];
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1 text-muted text-xs">{tCallbackPage('content.read')}</figcaption>
      {fields === null ? (
        <p className="rounded-md border border-line p-3 text-muted text-sm">
          {tCallbackPage('content.notObject')}
        </p>
      ) : (
        <dl className="rounded-md border border-line text-xs">
          {fields.length === 0 && <div className="p-3 text-muted">{tCallbackPage('content.noFields')}</div>}
          {shown.map((field) => (
            <Field key={field.name} field={field} />
          ))}
          {absent.length > 0 && (
            <Row term={tCallbackPage('content.absent')}>
              <span className="break-words font-mono text-muted">
                {absent.map(({ name }) => name).join(', ')}
              </span>
            </Row>
          )}
        </dl>
      )}
    </figure>
  );
}

const row = cx(
  'grid grid-cols-[minmax(8rem,2fr)_minmax(0,3fr)] gap-3 border-line border-b px-3 py-1.5 last:border-b-0',
);

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={row}>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Field({ field }: { field: ReadField }) {
  const { name, understood, problem, isNamed } = field;
  return (
    <div className={cx(row, problem !== null && 'bg-attention-ground')}>
      <dt className="min-w-0 break-words font-mono text-muted">
        <FieldName name={name} />
        {!isNamed && (
          <span className="block font-sans text-2xs">{tCallbackPage('content.notInInterface')}</span>
        )}
      </dt>
      <dd className="min-w-0 break-all">
        <Written field={field} />
        {understood !== null && (
          <span className="block text-muted">{tCallbackPage('content.readAs', { value: understood })}</span>
        )}
        {problem !== null && <span className="block break-words text-attention">{problem}</span>}
      </dd>
    </div>
  );
}

function Written({ field: { written, isNull } }: { field: ReadField }) {
  if (written === null) return <span className="text-muted">{tCallbackPage('content.absentField')}</span>;
  if (isNull)
    return (
      <span className="text-muted" aria-description={tCallbackPage('content.nullHint')}>
        {tCallbackPage.rich('content.nullValue', {
          code: (text) => <span className="font-mono">{text}</span>,
        })}
      </span>
    );
  return <span className="whitespace-pre-wrap font-mono">{written}</span>;
}
