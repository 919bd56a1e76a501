import { allTotalsRoute } from '../../list-routes.ts';

export const maxDuration = 300;

export const GET = allTotalsRoute;
