/** Rarely shown list states, loaded as one chunk. */
export { TableSkeleton } from '#components/shell/table-skeleton.tsx';
export { NoMatch } from '../filters/no-match.tsx';
export { ListError, OutdatedNotice } from './list-error.tsx';
export { SearchedDays } from './searched-days.tsx';
export { UrlNotices } from './url-notices.tsx';
