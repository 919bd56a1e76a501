import { FieldValue } from '#components/money/field-value.tsx';
import { Section } from '#components/shell/section.tsx';
import { cx } from '#components/ui/cx.ts';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tCallbackPage } from '#lib/messages/callbacks.ts';
import type { FieldEffect } from '#lib/observations/model/field-effect.ts';
import { formatSource } from '#lib/values/provenance.ts';
import { FieldName } from './field-name.tsx';

const pages = { payment: 'payments', deposit: 'deposits', withdrawal: 'withdrawals' } as const;

type EffectsProps = { readonly base: string; readonly effects: readonly FieldEffect[] };

/** Shows the changes of a callback to its records, field by field. Null: there are too many reports to compare. */
export function Effects({ base, effects }: { base: string; effects: EffectsProps['effects'] | null }) {
  return effects === null ? (
    <Section title={tCallbackPage('effects.title')}>
      <p className="text-muted text-sm">{tCallbackPage('effects.tooMany')}</p>
    </Section>
  ) : (
    <EffectTables base={base} effects={effects} />
  );
}

function EffectTables({ base, effects }: EffectsProps) {
  const changed = effects.filter(({ before, after }) => before !== after);
  const overruled = effects.filter(({ stated, after }) => after !== stated);
  const same = effects.length - changed.length - overruled.filter((one) => !changed.includes(one)).length;
  const records = [...new Map(effects.map((one) => [one.recordId, one])).values()];
  return (
    <Section title={tCallbackPage('effects.title')} count={changed.length} flush>
      <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-2.5 text-muted text-sm">
        {records.map(({ record, recordId }) => (
          <span key={recordId}>
            {tCallbackPage(`record.${record}`)}{' '}
            <TextLink href={`${base}/${pages[record]}/${recordId}`} className="break-all font-mono text-xs">
              {recordId}
            </TextLink>
          </span>
        ))}
      </p>
      {changed.length > 0 && <EffectTable label={tCallbackPage('effects.changedFields')} effects={changed} />}
      {overruled.length > 0 && (
        <>
          <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
            {tCallbackPage('effects.overruled')}
          </p>
          <EffectTable label={tCallbackPage('effects.overruledFields')} effects={overruled} isOverruled />
        </>
      )}
      {same > 0 && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
          {tCallbackPage('effects.same', { count: same })}
        </p>
      )}
    </Section>
  );
}

function EffectTable({
  label,
  effects,
  isOverruled = false,
}: {
  label: string;
  effects: readonly FieldEffect[];
  isOverruled?: boolean;
}) {
  return (
    <DataTable label={label} density="compact" sticky={false} takesFocus>
      <thead className="max-md:sr-only">
        <tr>
          <HeadCell>{tCallbackPage('effects.field')}</HeadCell>
          <HeadCell>{tCallbackPage(isOverruled ? 'effects.reported' : 'effects.before')}</HeadCell>
          <HeadCell>{tCallbackPage(isOverruled ? 'effects.used' : 'effects.after')}</HeadCell>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {effects.map((effect) => (
          // On a phone the field has its own line, above the two values.
          <Row
            key={`${effect.recordId} ${effect.field}`}
            className="max-md:grid max-md:grid-cols-[minmax(0,max-content)_minmax(0,1fr)] max-md:items-baseline max-md:border-line max-md:border-b max-md:px-4 max-md:py-1.5 max-md:last:border-b-0"
          >
            <Cell className={cx(onPhone, 'max-md:col-span-2')}>
              <span className="whitespace-normal break-words">
                <span className="text-faint text-xs">{effect.record}.</span>
                <code className="text-xs">
                  <FieldName name={effect.field} />
                </code>
              </span>
            </Cell>
            <Cell className={onPhone}>
              <span className={wrapped}>
                <Value field={effect.field} text={isOverruled ? effect.stated : effect.before} />
              </span>
            </Cell>
            <Cell className={cx(onPhone, "max-md:before:text-faint max-md:before:content-['→_']")}>
              <span className={wrapped}>
                <Value field={effect.field} text={effect.after} />
                {isOverruled && (
                  <span className="text-muted">
                    {' '}
                    {tCallbackPage('effects.source', { source: formatSource(effect.source) })}
                  </span>
                )}
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

/** Breaks hashes and addresses, which have no spaces. */
const wrapped = 'whitespace-normal [overflow-wrap:anywhere]';

const onPhone = 'max-md:!h-auto max-md:!px-0 max-md:not-first:!ps-2 max-md:border-b-0';

function Value({ field, text }: { field: string; text: string | null }) {
  if (text === null) return <UnknownValue reason={tCallbackPage('effects.notReported')} />;
  return <FieldValue field={field} text={text} />;
}
