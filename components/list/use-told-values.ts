import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { ToldValues } from '#lib/search/schema-told.ts';

const shape = outline<ToldValues>(withFields('told'));
const none: ToldValues['told'] = {};

/** Values that came and that the interface does not name, by the filter: asked for once somebody looks at one. */
export function useToldValues(list: string): ToldValues['told'] {
  const { business } = useParams<{ business: string }>();
  const { data } = useQuery({
    queryKey: ['b', business, 'told', list],
    queryFn: ({ signal }) => requestJson(`/api/businesses/${business}/told?list=${list}`, shape, signal),
  });
  return data?.told ?? none;
}
