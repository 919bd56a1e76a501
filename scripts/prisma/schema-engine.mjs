#!/usr/bin/env node
/**
 * Prisma's command line wants a native "schema engine", which it downloads from a host of its own. This stands in
 * for it: the same JSON-RPC over standard input and output, answered by Prisma's WebAssembly build from npm.
 * For writing migrations and for the drift check only; nothing at run time needs it.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import readline from 'node:readline';

const require = createRequire(import.meta.url);
const pg = require('pg');
const { PrismaPg } = require('@prisma/adapter-pg');
const { bindMigrationAwareSqlAdapterFactory } = require('@prisma/driver-adapter-utils');

const OID_CHAR = 18;
const OID_VARCHAR = 1043;
const COLUMN_TYPE_CHARACTER = 6;
const RPC_USER_FACING_ERROR = 4466;

async function loadEngine() {
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const file = require
    .resolve('@prisma/schema-engine-wasm')
    .replace(/schema_engine\.js$/, 'schema_engine_bg.wasm');
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {
    './schema_engine_bg.js': bindings,
  });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
    message: '',
    set_message(message) {
      this.message = message;
    },
  };
  return bindings;
}

/** The command line's arguments: `--datasource {json}`, `--datamodels file` (repeated), a sub-command. */
function readArguments(argv) {
  const read = { url: undefined, models: [], words: [] };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at];
    if (word === '--datasource') {
      at += 1;
      read.url = JSON.parse(argv[at]).url;
    } else if (word === '--datamodels') {
      at += 1;
      read.models.push([argv[at], readFileSync(argv[at], 'utf8')]);
    } else if (word === '--enabled-preview-features' || word === '--extension-types') {
      at += 1;
    } else {
      read.words.push(word);
    }
  }
  return read;
}

// The adapter doesn't know the type "char" of the catalogue. It is requested as text, recorded here, and renamed in
// the answer.
const characterColumns = new WeakMap();
const patchedClients = new WeakSet();

function patchClient(client) {
  if (patchedClients.has(client)) return client;
  patchedClients.add(client);
  const query = client.query.bind(client);
  client.query = async (...parameters) => {
    const answer = await query(...parameters);
    for (const result of [answer].flat()) {
      const columns = [];
      for (const [index, field] of (result?.fields ?? []).entries()) {
        if (field.dataTypeID !== OID_CHAR) continue;
        field.dataTypeID = OID_VARCHAR;
        columns.push(index);
      }
      if (columns.length > 0) characterColumns.set(result.rows, columns);
    }
    return answer;
  };
  return client;
}

function patchAdapter(adapter) {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of characterColumns.get(result.rows) ?? [])
      result.columnTypes[index] = COLUMN_TYPE_CHARACTER;
    return result;
  };
  // The adapter splits scripts at ";" (even within function bodies) and runs the parts on different connections.
  if (adapter.executeScript) {
    adapter.executeScript = async (script) => {
      try {
        await adapter.client.query(script);
      } catch (error) {
        adapter.onError(error);
      }
    };
  }
  if (adapter.startTransaction) {
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (...parameters) => patchAdapter(await startTransaction(...parameters));
  }
  return adapter;
}

function poolFor(address, database) {
  const url = new URL(address);
  url.searchParams.delete('schema');
  if (database !== undefined) url.pathname = `/${database}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 2, connectionTimeoutMillis: 10_000 });
  const connect = pool.connect.bind(pool);
  pool.connect = async () => patchClient(await connect());
  pool.query = async (...parameters) => {
    const client = await pool.connect();
    try {
      return await client.query(...parameters);
    } finally {
      client.release();
    }
  };
  return pool;
}

class PatchedFactory extends PrismaPg {
  constructor(address, database) {
    super(poolFor(address, database), { disposeExternalPool: true });
    this.address = address;
  }

  async connect() {
    return patchAdapter(await super.connect());
  }

  async connectToShadowDb() {
    const database = `prisma_migrate_shadow_db_${randomUUID()}`;
    const admin = new pg.Client({ connectionString: this.address });
    await admin.connect();
    await admin.query(`CREATE DATABASE "${database}"`);
    const adapter = await new PatchedFactory(this.address, database).connect();
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await dispose();
      await admin.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
      await admin.end();
    };
    return adapter;
  }
}

function logLine(level, fields) {
  console.error(
    JSON.stringify({ timestamp: new Date().toISOString(), level, fields, target: 'schema_engine' }),
  );
}

/** `cli can-connect-to-database` and `cli create-database`. */
async function connectionCommand(command, address) {
  const target = new URL(address);
  const admin = new URL(address);
  if (command === 'create-database') admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    if (command === 'create-database') {
      await client.query(
        `CREATE DATABASE "${decodeURIComponent(target.pathname.slice(1)).replaceAll('"', '""')}"`,
      );
    }
    await client.end();
    process.exit(0);
  } catch (error) {
    const code = { '3D000': 'P1003', '28P01': 'P1000' }[error.code] ?? 'P1001';
    logLine('INFO', { message: command });
    logLine('ERROR', { error_code: code, message: error.message, is_panic: false });
    process.exit(1);
  }
}

function describeError(error) {
  let told = {};
  try {
    told = JSON.parse(error.message);
  } catch {
    // Its message is plain text.
  }
  return {
    code: RPC_USER_FACING_ERROR,
    message: 'An error happened. Check the data field for details.',
    data: {
      is_panic: false,
      message: error.message,
      ...(error.code ? { error_code: error.code, meta: error.meta } : {}),
      ...told,
    },
  };
}

function serve(bindings, { models, url }) {
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let starting;
  const engine = () => {
    starting ??= bindings.SchemaEngine.new(
      { datamodels: models.length > 0 ? models : undefined },
      () => {},
      bindMigrationAwareSqlAdapterFactory(new PatchedFactory(url)),
    );
    return starting;
  };
  const methodNames = { getDatabaseVersion: 'version' };
  const answer = async (line) => {
    if (line.trim() === '') return;
    const { id, method, params } = JSON.parse(line);
    if (method === undefined) return;
    try {
      const instance = await engine();
      const result = await instance[methodNames[method] ?? method](params);
      if (method === 'diff' && result?.stdout) {
        send({ id: 1_000_000 + id, method: 'print', params: { content: result.stdout } });
      }
      send({ id, result: result ?? (method === 'getDatabaseVersion' ? result : {}) });
    } catch (error) {
      send({ id, error: describeError(error) });
    }
  };
  readline
    .createInterface({ input: process.stdin })
    .on('line', answer)
    .on('close', () => process.exit(0));
}

const options = readArguments(process.argv.slice(2));
const bindings = await loadEngine();
process.on('uncaughtException', (error) => {
  console.error('PANIC', globalThis.PRISMA_WASM_PANIC_REGISTRY.message, error.stack);
  process.exit(101);
});
if (options.words[0] === '--version') {
  console.log(`schema-engine-wasm ${bindings.version()}`);
} else if (options.words[0] === 'cli') {
  await connectionCommand(options.words[1], options.url);
} else {
  serve(bindings, options);
}
