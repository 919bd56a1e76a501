export { notFound, redirect } from 'next/navigation.js';

/** Stands in for `next/navigation` in units (vitest.config.ts), because no page of Next is around their components. */
const testRouter = {
  refresh: (): void => undefined,
  push: (): void => undefined,
  replace: (): void => undefined,
};
/** The page that is open. */
export const testPage = { path: '' };

export const useRouter = () => testRouter;
export const usePathname = (): string => testPage.path;
export const useSearchParams = (): URLSearchParams => new URLSearchParams();
export const useParams = (): object => ({});
export const unstable_isUnrecognizedActionError = (): boolean => false;
