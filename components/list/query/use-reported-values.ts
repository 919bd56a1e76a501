import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { ReportedValues } from '#lib/search/schema/reported-fields.ts';

const shape = outline<ReportedValues>(withFields('told'));
const none: ReportedValues['told'] = {};

/** Values that came and that the interface does not name, by the filter: asked for once somebody looks at one. */
export function useReportedValues(list: string): ReportedValues['told'] {
  const { business } = useParams<{ business: string }>();
  const { data } = useQuery({
    queryKey: ['b', business, 'told', list],
    queryFn: ({ signal }) => requestJson(`/api/businesses/${business}/told?list=${list}`, shape, signal),
  });
  return data?.told ?? none;
}
