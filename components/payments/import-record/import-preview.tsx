'use client';

import { FieldValue } from '#components/money/field-value.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { ImportView } from '#lib/payments/import/schema.ts';
import { ImportFields } from './import-fields.tsx';

/** What an import would do, before it does: what it fills, what stays, what it can't claim. */
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
    <Section title="What it would do">
      <div className="flex flex-col gap-4 py-1">
        <DescriptionList>
          <Fact label="Payment ID" stacked>
            <Identifier value={paymentId} name="payment ID" whole />
          </Fact>
          <Fact label="Client payment ID">
            {clientPaymentId === null ? (
              <Unknown reason="The record does not tell it." />
            ) : (
              <FieldValue field="clientPaymentId" text={clientPaymentId} />
            )}
          </Fact>
          <Fact label="Known here">
            {isNew ? (
              'No: the import adds it'
            ) : (
              <TextLink href={`/${businessId}/payments/${paymentId}`}>Yes, open it</TextLink>
            )}
          </Fact>
        </DescriptionList>
        {ignoresRisk && (
          <Banner tone="neutral" title="Risk fields are ignored">
            Your role may not see them. They are neither compared nor stored.
          </Banner>
        )}
        <ImportFields title="Fills" fields={fills} none="Nothing: all that it tells is known already." />
        <ImportFields title="Stays as it is" fields={keeps} />
        <ImportFields title="Not taken: an import marks nothing as paid" fields={withheld} />
        {flaws.length > 0 && (
          <div>
            <h3 className="font-medium text-sm">Missing or not readable, left out</h3>
            <ul className="mt-1 flex flex-col gap-0.5 text-muted text-sm">
              {flaws.slice(0, 50).map(({ path, problem }) => (
                <li key={`${path} ${problem}`} className="break-words">
                  <code className="text-xs">{path === '' ? 'record' : path}</code> {problem}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div>
          <Button variant="primary" isPending={isPending} onPress={onImport}>
            Import record
          </Button>
        </div>
      </div>
    </Section>
  );
}
