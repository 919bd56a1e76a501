import { Banner } from '#components/ui/banner.tsx';
import { tList } from '#lib/messages/list.ts';

/** Says that reading the whole list took too long, so that only the newest rows were searched. */
export function SearchedDays({ days }: { days: number }) {
  return (
    <div className="px-4 pb-3">
      <Banner tone="attention" title={tList('searchedDays', { days })}>
        {tList('searchedDaysAdvice')}
      </Banner>
    </div>
  );
}
