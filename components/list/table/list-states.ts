/** Rarely shown list states, loaded as one chunk. */
export { TableSkeleton } from '#components/shell/table-skeleton.tsx';
export { NoMatch } from '../filters/no-match.tsx';
export { SearchProgress } from '../query/search-progress.tsx';
export { ListError, OutdatedNotice } from './list-error.tsx';
export { Notices } from './notices.tsx';
