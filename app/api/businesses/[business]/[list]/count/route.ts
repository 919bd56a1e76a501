import { countRoute } from '../list-routes.ts';

export const GET = countRoute;
