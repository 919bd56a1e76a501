import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { tGlossary } from '#lib/messages/help.ts';

const groups = {
  amounts: [
    'received',
    'serviceFee',
    'netCredited',
    'payerFee',
    'chainFee',
    'deducted',
    'depegLoss',
    'display',
    'settlement',
    'eur',
    'impliedRate',
    'rounded',
    'coverage',
  ],
  records: ['payment', 'deposit', 'refund', 'withdrawal', 'exception', 'callback', 'minimum'],
  states: [
    'inferred',
    'estimated',
    'under',
    'over',
    'tolerance',
    'late',
    'mismatch',
    'unmatched',
    'contradicted',
    'byCallback',
    'reusable',
  ],
  data: ['source', 'observation', 'conflict', 'quarantine', 'assumption'],
} as const;

/** Defines the words of the pages, by subject. */
export function GlossaryPage() {
  return (
    <>
      <PageHeader title={tGlossary('title')} description={tGlossary('description')} />
      <PageBody>
        <Section title={tGlossary('groups.amounts')}>
          <DescriptionList>
            {groups.amounts.map((key) => (
              <Fact key={key} label={tGlossary(`amounts.${key}.term`)} stacks>
                {tGlossary(`amounts.${key}.text`)}
              </Fact>
            ))}
          </DescriptionList>
        </Section>
        <Section title={tGlossary('groups.records')}>
          <DescriptionList>
            {groups.records.map((key) => (
              <Fact key={key} label={tGlossary(`records.${key}.term`)} stacks>
                {tGlossary(`records.${key}.text`)}
              </Fact>
            ))}
          </DescriptionList>
        </Section>
        <Section title={tGlossary('groups.states')}>
          <DescriptionList>
            {groups.states.map((key) => (
              <Fact key={key} label={tGlossary(`states.${key}.term`)} stacks>
                {tGlossary(`states.${key}.text`)}
              </Fact>
            ))}
          </DescriptionList>
        </Section>
        <Section title={tGlossary('groups.data')}>
          <DescriptionList>
            {groups.data.map((key) => (
              <Fact key={key} label={tGlossary(`data.${key}.term`)} stacks>
                {tGlossary(`data.${key}.text`)}
              </Fact>
            ))}
          </DescriptionList>
        </Section>
      </PageBody>
    </>
  );
}
