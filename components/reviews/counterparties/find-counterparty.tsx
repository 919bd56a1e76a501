'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tReviewCounterparty } from '#lib/messages/review-details.ts';
import type { CounterpartyKind } from '#lib/reviews/counterparties/model.ts';
import {
  counterpartyKinds,
  maximumCounterpartyLength,
  toCounterpartyPath,
} from '#lib/reviews/counterparties/model.ts';
import { parseTypedAddress } from '#lib/values/addresses.ts';

/** Opens the records of an address or risk entity, also of one that no record has yet. */
export function FindCounterparty({ businessId }: { businessId: string }) {
  const router = useRouter();
  const [kind, setKind] = useState<CounterpartyKind>('address');
  const [value, setValue] = useState('');
  const text = value.trim();
  const isUsable = text !== '' && text.length <= maximumCounterpartyLength;
  const show = () => {
    if (!isUsable) return;
    const counterparty = kind === 'entity' ? { kind, name: text } : { kind, ...parseTypedAddress(text) };
    router.push(`/${businessId}/${toCounterpartyPath(counterparty)}`);
  };
  return (
    <Section title={tReviewCounterparty('find.title')}>
      <form
        className="flex max-w-xl flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <Select
          label={tReviewCounterparty('find.kind')}
          choices={counterpartyKinds.map((one) => ({
            value: one,
            label: tReviewCounterparty(`kind.${one}`),
          }))}
          value={kind}
          onChange={(event) => setKind(event.target.value === 'entity' ? 'entity' : 'address')}
        />
        <TextField
          label={tReviewCounterparty(`find.value.${kind}`)}
          help={tReviewCounterparty(`find.valueHelp.${kind}`)}
          mono={kind === 'address'}
          limit={maximumCounterpartyLength}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <div>
          <Button type="submit" isDisabled={!isUsable}>
            {tReviewCounterparty('find.submit')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
