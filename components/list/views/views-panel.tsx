'use client';

import { Star, Users } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { tListViews } from '#lib/messages/list.ts';
import { setDefaultViewAction } from '#lib/saved-views/actions.ts';
import type { ListView } from '#lib/saved-views/schema.ts';
import { ViewForm } from './view-form.tsx';
import type { ViewsPanelProps } from './views-props.ts';

/** Lists the views: opens one, sets the default, saves the current state as a new one. */
export function ViewsPanel(props: ViewsPanelProps) {
  const { businessId, list, title, views, current, getHref, close } = props;
  const { act, isPending } = useAction({ refresh: true });
  const [edited, setEdited] = useState<ListView | 'new' | null>(null);
  const setDefault = (viewId: string | null) =>
    void act(() => setDefaultViewAction({ businessId, list, viewId }), {
      failed: tListViews('failed.default'),
    });
  if (edited !== null) {
    return (
      <ViewForm
        key={edited === 'new' ? 'new' : edited.viewId}
        {...props}
        view={edited === 'new' ? null : edited}
        onDone={() => setEdited(null)}
      />
    );
  }
  return (
    <div className="flex w-80 flex-col gap-2">
      <ul className="-m-1 flex max-h-80 flex-col overflow-y-auto p-1">
        <Line
          name={tListViews('all', { title: title.toLowerCase() })}
          href={getHref(null)}
          isCurrent={current === null}
          isDefault={!views.some(({ isDefault }) => isDefault)}
          onDefault={() => setDefault(null)}
          onFollow={close}
        />
        {views.map((view) => (
          <Line
            key={view.viewId}
            name={view.name}
            shared={view.shared}
            href={getHref(view)}
            isCurrent={current?.viewId === view.viewId}
            isDefault={view.isDefault}
            {...(view.isBuiltIn ? {} : { onDefault: () => setDefault(view.isDefault ? null : view.viewId) })}
            onFollow={close}
            {...(view.mayChange ? { onEdit: () => setEdited(view) } : {})}
          />
        ))}
      </ul>
      <Button size="sm" isPending={isPending} onPress={() => setEdited('new')} className="self-start">
        {tListViews('create')}
      </Button>
    </div>
  );
}

function Line({
  name,
  href,
  shared = false,
  isCurrent,
  isDefault,
  onDefault,
  onFollow,
  onEdit,
}: {
  name: string;
  href: string;
  shared?: boolean;
  isCurrent: boolean;
  isDefault: boolean;
  /** Absent for a view that can't be the default. */
  onDefault?: () => void;
  onFollow: () => void;
  onEdit?: () => void;
}) {
  return (
    <li className="flex items-center gap-1">
      <Link
        href={href}
        prefetch={false}
        onClick={onFollow}
        aria-current={isCurrent || undefined}
        className={cx(
          'flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-sm hover:bg-hover',
          isCurrent && 'bg-pressed font-medium',
        )}
      >
        <bdi className="truncate">{name}</bdi>
        {shared && <Users aria-label={tListViews('shared')} className="size-3.5 shrink-0 text-faint" />}
      </Link>
      {onEdit && (
        <Button size="sm" variant="quiet" onPress={onEdit}>
          {tListViews.rich('edit', {
            name: (text) => <span className="sr-only">{text}</span>,
            viewName: name,
          })}
        </Button>
      )}
      {onDefault && (
        <IconButton
          size="sm"
          label={tListViews(isDefault ? 'isDefault' : 'setDefault', { name })}
          aria-pressed={isDefault}
          icon={<Star aria-hidden className={isDefault ? 'fill-current text-accent-text' : 'text-faint'} />}
          onPress={onDefault}
        />
      )}
    </li>
  );
}
