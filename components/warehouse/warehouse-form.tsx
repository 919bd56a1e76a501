'use client';

import { useState } from 'react';
import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tWarehouse } from '#lib/messages/warehouse.ts';
import { setWarehouseAction } from '#lib/warehouse/actions.ts';
import { maximumText } from '#lib/warehouse/model.ts';
import type { WarehouseView } from '#lib/warehouse/schema.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

const riskChoices = [
  { value: 'no', label: tWarehouse('fields.riskNo') },
  { value: 'yes', label: tWarehouse('fields.riskYes') },
];

/** The form for the storage. Its secret is never part of a draft. */
export function WarehouseForm({
  businessId,
  settings,
}: {
  businessId: string;
  settings: WarehouseView['settings'];
}) {
  const [secret, setSecret] = useState('');
  // A change before the answer corrects no error.
  const [isCorrected, setCorrected] = useState(false);
  const form = useActionForm({
    businessId,
    draft: 'warehouse',
    fields: ['url', 'region', 'bucket', 'folder', 'accessId', 'secret', 'hour', 'risk'],
    subject: 'warehouse',
    refresh: true,
    initial: {
      url: settings?.url ?? '',
      region: settings?.region ?? '',
      bucket: settings?.bucket ?? '',
      folder: settings?.folder ?? '',
      accessId: settings?.accessId ?? '',
      hour: String(settings?.hour ?? 2),
      risk: settings?.copiesRisk === true ? 'yes' : 'no',
    },
    action: (texts) => {
      setCorrected(false);
      return setWarehouseAction({ businessId, ...texts, secret, risk: texts.risk === 'yes' ? 'yes' : 'no' });
    },
    messages: { failed: tWarehouse('save.failed'), done: tWarehouse('save.done') },
    onDone: () => setSecret(''),
  });
  return (
    <div className="max-w-form">
      <ActionForm form={form} label={tWarehouse('save.button')}>
        <TextField
          label={tWarehouse('fields.url')}
          help={tWarehouse('fields.urlHelp')}
          limit={maximumText}
          {...form.field('url')}
        />
        <TextField
          label={tWarehouse('fields.region')}
          help={tWarehouse('fields.regionHelp')}
          {...form.field('region')}
        />
        <TextField label={tWarehouse('fields.bucket')} {...form.field('bucket')} />
        <TextField
          label={tWarehouse('fields.folder')}
          optional
          limit={maximumText}
          {...form.field('folder')}
        />
        <TextField
          label={tWarehouse('fields.accessId')}
          autoComplete="off"
          limit={maximumText}
          {...form.field('accessId')}
        />
        <TextField
          label={tWarehouse('fields.secret')}
          help={tWarehouse(settings === null ? 'fields.secretHelp' : 'fields.secretKept')}
          type="password"
          autoComplete="off"
          value={secret}
          error={isCorrected ? undefined : form.errors['secret']?.[0]}
          onChange={({ target }) => {
            setSecret(target.value);
            setCorrected(!form.isPending);
          }}
        />
        <Select
          label={tWarehouse('fields.hour')}
          help={tWarehouse('fields.hourHelp')}
          choices={hours}
          {...form.field('hour')}
        />
        <Select
          label={tWarehouse('fields.risk')}
          help={tWarehouse('fields.riskHelp')}
          choices={riskChoices}
          {...form.field('risk')}
        />
      </ActionForm>
    </div>
  );
}
