import { exportRoute } from '#lib/exports/index.ts';

export const maxDuration = 300;

export const GET = exportRoute('reviews');
