/** What a list shows only where something is unusual: one file to fetch for all of it. */
export { TableSkeleton } from '#components/shell/table-skeleton.tsx';
export { Failed, Outdated } from './list-trouble.tsx';
export { NoMatch } from './no-match.tsx';
export { Notices } from './notices.tsx';
export { SearchProgress } from './search-progress.tsx';
