import { timelineRoute } from '../../list-routes.ts';

export const GET = timelineRoute;
