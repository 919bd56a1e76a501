'use client';

import { useState } from 'react';
import { NameForm } from '#components/forms/name-form.tsx';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tTemplateDialogs } from '#lib/messages/payment-templates.ts';
import { changeTemplateAction, deleteTemplateAction } from '#lib/payment-templates/actions.ts';
import type { TemplatesView, TemplateView } from '#lib/payment-templates/schema.ts';
import { templateLimits } from '#lib/payment-templates/schema.ts';
import { TemplateProblems } from './template-problems.tsx';

/** Renames, shares and deletes templates. */
export function ManageTemplates({
  businessId,
  templates,
  onChanged,
  onClose,
}: {
  businessId: string;
  templates: readonly TemplateView[];
  onChanged: (templates: TemplatesView) => void;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen onOpenChange={onClose} size="lg" title={tTemplateDialogs('manage.title')}>
      {templates.length === 0 ? (
        <p className="text-muted text-sm">{tTemplateDialogs('manage.empty')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {templates.map((template) => (
            <TemplateLine
              key={template.templateId}
              businessId={businessId}
              template={template}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const describeSharing = ({ shared, isMine, owner }: TemplateView): string => {
  if (!shared) return tTemplateDialogs('manage.mine');
  return isMine ? tTemplateDialogs('manage.sharedByMe') : tTemplateDialogs('manage.sharedBy', { owner });
};

function TemplateLine({
  businessId,
  template,
  onChanged,
}: {
  businessId: string;
  template: TemplateView;
  onChanged: (templates: TemplatesView) => void;
}) {
  const { templateId, name, shared, clientIdPattern, problems } = template;
  const { act, isPending, problem } = useAction({ inForm: true });
  const [mode, setMode] = useState<'view' | 'rename' | 'delete'>('view');
  const failed = tTemplateDialogs('manage.failed');
  const share = async () => {
    const changes = { name: null, shared: !shared };
    const changed = await act(() => changeTemplateAction({ businessId, templateId, ...changes }), { failed });
    if (changed !== null) onChanged(changed);
  };
  const removeTemplate = async () => {
    const changed = await act(() => deleteTemplateAction({ businessId, templateId }), { failed });
    if (changed !== null) onChanged(changed);
  };
  return (
    <li className="flex flex-col gap-2 py-3">
      {mode === 'rename' ? (
        <NameForm
          businessId={businessId}
          draft="template-name"
          subject={templateId}
          name={name}
          action={(typed) => changeTemplateAction({ businessId, templateId, name: typed, shared: null })}
          messages={{ failed }}
          onDone={(changed) => {
            setMode('view');
            onChanged(changed);
          }}
          label={tTemplateDialogs('save.name')}
          limit={templateLimits.name}
          save={tTemplateDialogs('manage.saveName')}
          onCancel={() => setMode('view')}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <div className="min-w-48 grow">
            <p className="wrap-anywhere font-medium text-sm">{ExternalText(name)}</p>
            <p className="text-muted text-xs">
              {describeSharing(template)}
              {clientIdPattern !== null && (
                <>
                  {' · '}
                  <span className="break-all font-mono">{clientIdPattern}</span>
                </>
              )}
            </p>
          </div>
          <Button
            size="sm"
            variant="quiet"
            aria-label={tTemplateDialogs('manage.renameNamed', { name })}
            onPress={() => setMode('rename')}
          >
            {tTemplateDialogs('manage.rename')}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            isPending={isPending}
            aria-label={tTemplateDialogs(shared ? 'manage.unshareNamed' : 'manage.shareNamed', { name })}
            onPress={() => void share()}
          >
            {tTemplateDialogs(shared ? 'manage.unshare' : 'manage.share')}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            aria-label={tTemplateDialogs('manage.deleteNamed', { name })}
            onPress={() => setMode('delete')}
          >
            {tTemplateDialogs('manage.delete')}
          </Button>
        </div>
      )}
      {mode === 'delete' && (
        <Banner
          tone="attention"
          title={tTemplateDialogs('manage.deleteNamed', { name })}
          action={
            <div className="flex gap-2">
              <Button size="sm" onPress={() => setMode('view')}>
                {tControls('cancel')}
              </Button>
              <Button size="sm" variant="danger" isPending={isPending} onPress={() => void removeTemplate()}>
                {tTemplateDialogs('manage.confirmDelete')}
              </Button>
            </div>
          }
        >
          {tTemplateDialogs(shared ? 'manage.deleteSharedBody' : 'manage.deleteBody')}
        </Banner>
      )}
      <ProblemNote problem={problem} />
      {problems.length > 0 && (
        <Banner tone="attention" title={tTemplateDialogs('manage.problems', { count: problems.length })}>
          <TemplateProblems problems={problems} />
        </Banner>
      )}
    </li>
  );
}
