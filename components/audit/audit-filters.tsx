'use client';

import { useRouter } from 'next/navigation';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { AuditPage, AuditQuery } from '#lib/audit/schema.ts';
import { auditAreas } from '#lib/audit/schema-choices.ts';

/** The filters stand in the address; what is chosen applies at once or with "Show". */
export function AuditFilters({
  base,
  query,
  people,
}: {
  base: string;
  query: AuditQuery;
  people: AuditPage['people'];
}) {
  const router = useRouter();
  const show = (form: HTMLFormElement) => {
    const given = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    router.push(`${base}?${new URLSearchParams(given)}`);
  };
  return (
    <form
      key={JSON.stringify(query)}
      action={base}
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        show(event.currentTarget);
      }}
    >
      <Select
        label="Area"
        name="area"
        placeholder="Everything"
        choices={auditAreas}
        defaultValue={query.area}
        className="w-44"
      />
      <Select
        label="Person"
        name="person"
        placeholder="Everybody"
        choices={people.map(({ personId, name }) => ({ value: personId, label: name }))}
        defaultValue={query.person}
        className="w-40"
      />
      <TextField label="Object or request ID" name="object" defaultValue={query.object} className="w-56" />
      <TextField
        label="From"
        name="from"
        placeholder="2026-11-20"
        defaultValue={query.from}
        className="w-28"
      />
      <TextField label="To" name="to" placeholder="2026-11-20" defaultValue={query.to} className="w-28" />
      <Button type="submit">Show</Button>
      {Object.values(query).some((value) => value !== '') && <LinkButton href={base}>Clear all</LinkButton>}
    </form>
  );
}
