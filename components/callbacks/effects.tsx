import { FieldValue } from '#components/money/field-value.tsx';
import { Section } from '#components/shell/section.tsx';
import { cx } from '#components/ui/cx.ts';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { FieldEffect } from '#lib/observations/model/field-effect.ts';
import { sourceWords } from '#lib/values/provenance.ts';
import { FieldName } from './field-name.tsx';

const places = { payment: 'payments', deposit: 'deposits', withdrawal: 'withdrawals' } as const;
const names = { payment: 'Payment', deposit: 'Deposit', withdrawal: 'Withdrawal' } as const;

type EffectsProps = { readonly base: string; readonly effects: readonly FieldEffect[] };

/** What a callback changed, on which record: before and after of each field that became another. Null: nobody went through it. */
export function Effects({ base, effects }: { base: string; effects: EffectsProps['effects'] | null }) {
  return effects === null ? (
    <Section title="What it changed">
      <p className="text-muted text-sm">
        Too much was told of this payment to go through it here. Look at the record itself, and at what this
        callback says.
      </p>
    </Section>
  ) : (
    <KnownEffects base={base} effects={effects} />
  );
}

function KnownEffects({ base, effects }: EffectsProps) {
  const changed = effects.filter(({ before, after }) => before !== after);
  const overruled = effects.filter(({ stated, after }) => after !== stated);
  const same = effects.length - changed.length - overruled.filter((one) => !changed.includes(one)).length;
  const records = [...new Map(effects.map((one) => [one.recordId, one])).values()];
  return (
    <Section title="What it changed" count={changed.length} flush>
      <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-2.5 text-muted text-sm">
        {records.map(({ record, recordId }) => (
          <span key={recordId}>
            {names[record]}{' '}
            <TextLink href={`${base}/${places[record]}/${recordId}`} className="break-all font-mono text-xs">
              {recordId}
            </TextLink>
          </span>
        ))}
      </p>
      {changed.length > 0 && <EffectTable label="Fields that it changed" effects={changed} />}
      {overruled.length > 0 && (
        <>
          <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
            It said this too, but what a stronger or newer source told counts:
          </p>
          <EffectTable label="Fields of which something else counts" effects={overruled} said />
        </>
      )}
      {same > 0 && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
          {same === 1 ? 'One more field says' : `${same} more fields say`} what was known already.
        </p>
      )}
    </Section>
  );
}

function EffectTable({
  label,
  effects,
  said = false,
}: {
  label: string;
  effects: readonly FieldEffect[];
  said?: boolean;
}) {
  return (
    <DataTable label={label} density="compact" sticky={false} takesFocus>
      <thead className="max-md:sr-only">
        <tr>
          <HeadCell>Field</HeadCell>
          <HeadCell>{said ? 'It said' : 'Before'}</HeadCell>
          <HeadCell>{said ? 'What counts' : 'After'}</HeadCell>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {effects.map((effect) => (
          // On a phone the field has a line of its own, and below it what it was and became.
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
                <Value field={effect.field} text={said ? effect.stated : effect.before} />
              </span>
            </Cell>
            <Cell className={cx(onPhone, "max-md:before:text-faint max-md:before:content-['→_']")}>
              <span className={wrapped}>
                <Value field={effect.field} text={effect.after} />
                {said && <span className="text-muted"> ({sourceWords(effect.source)})</span>}
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

/** Hashes and addresses are one long word, which a cell would not break. */
const wrapped = 'whitespace-normal [overflow-wrap:anywhere]';

const onPhone = 'max-md:!h-auto max-md:!px-0 max-md:not-first:!pl-2 max-md:border-b-0';

function Value({ field, text }: { field: string; text: string | null }) {
  if (text === null) return <Unknown reason="Nobody had told it." />;
  return <FieldValue field={field} text={text} />;
}
