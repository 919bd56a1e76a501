import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { ReportedValues } from '#lib/search/schema/reported-fields.ts';

const shape = checkFields<ReportedValues>(withFields('valuesByFilter'));
const none: ReportedValues['valuesByFilter'] = {};

/** Reads the reported values that the interface does not list, by filter, when a filter is opened. */
export function useReportedValues(list: string): ReportedValues['valuesByFilter'] {
  const { business } = useParams<{ business: string }>();
  const { data } = useQuery({
    queryKey: ['b', business, 'told', list],
    queryFn: ({ signal }) =>
      requestJson(`/api/businesses/${business}/reported-values?list=${list}`, shape, signal),
  });
  return data?.valuesByFilter ?? none;
}
