import path from 'node:path';
import { defineConfig } from 'prisma/config';

// `generate` needs no database. Other commands report an empty URL when neither variable is set.
const url = process.env['DIRECT_URL'] ?? process.env['DATABASE_URL'] ?? '';

export default defineConfig({
  schema: path.join('prisma', 'schema'),
  migrations: { path: path.join('prisma', 'migrations') },
  datasource: { url },
});
