'use client';

import { FieldValue } from '#components/money/field-value.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tPaymentImport } from '#lib/messages/payment-import.ts';
import type { ImportView } from '#lib/payments/import/schema.ts';
import { ImportFields } from './import-fields.tsx';

/** Previews an import: the values that it adds, keeps and leaves out. */
export function ImportPreview({
  businessId,
  view,
  isPending,
  onImport,
}: {
  businessId: string;
  view: ImportView;
  isPending: boolean;
  onImport: () => void;
}) {
  const { paymentId, clientPaymentId, isNew, fills, keeps, withheld, ignoresRisk, flaws } = view;
  return (
    <Section title={tPaymentImport('preview.title')}>
      <div className="flex flex-col gap-4 py-1">
        <DescriptionList>
          <Fact label={tPaymentImport('preview.paymentId')} stacked>
            <Identifier value={paymentId} name={tPaymentImport('preview.copyName')} whole />
          </Fact>
          <Fact label={tPaymentImport('preview.clientPaymentId')}>
            {clientPaymentId === null ? (
              <UnknownValue reason={tPaymentImport('preview.notReported')} />
            ) : (
              <FieldValue field="clientPaymentId" text={clientPaymentId} />
            )}
          </Fact>
          <Fact label={tPaymentImport('preview.exists')}>
            {isNew ? (
              tPaymentImport('preview.isNew')
            ) : (
              <TextLink href={`/${businessId}/payments/${paymentId}`}>
                {tPaymentImport('preview.open')}
              </TextLink>
            )}
          </Fact>
        </DescriptionList>
        {ignoresRisk && (
          <Banner tone="neutral" title={tPaymentImport('preview.riskIgnored')}>
            {tPaymentImport('preview.riskIgnoredBody')}
          </Banner>
        )}
        <ImportFields
          title={tPaymentImport('preview.fills')}
          fields={fills}
          empty={tPaymentImport('preview.fillsNone')}
        />
        <ImportFields title={tPaymentImport('preview.keeps')} fields={keeps} />
        <ImportFields title={tPaymentImport('preview.withheld')} fields={withheld} />
        {flaws.length > 0 && (
          <div>
            <h3 className="font-medium text-sm">{tPaymentImport('preview.flaws')}</h3>
            <ul className="mt-1 flex flex-col gap-0.5 text-muted text-sm">
              {flaws.slice(0, 50).map(({ path, problem }) => (
                <li key={`${path} ${problem}`} className="break-words">
                  <code className="text-xs">{path === '' ? tPaymentImport('preview.record') : path}</code>{' '}
                  {problem}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div>
          <Button variant="primary" isPending={isPending} onPress={onImport}>
            {tPaymentImport('form.submit')}
          </Button>
        </div>
      </div>
    </Section>
  );
}
