import type { ClientRequest } from 'node:http';
import { get, request as sendRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { builtActions } from '#tools/testing/built-actions.ts';
import { callbackKinds, sendCallback } from './busy-callbacks.ts';
import { Connection } from './connection.ts';

/** The requests that one person sends at the same time, and the callbacks that arrive beside them. */

/** A person at a business of the web app under load. */
export type LoadTarget = {
  readonly address: string;
  readonly businessId: string;
  /** The session cookie of the person who sends the load. */
  readonly cookie: string;
  /** The path of the callback address. */
  readonly callbackPath: string;
};

/** Answers by kind of request, then by status. 0: the connection broke. */
export type LoadCounts = Record<string, Record<string, number>>;

const pages = 100;
const actions = 100;
const downloads = 30;
const streams = 40;
const workbooks = 5;
const callbacksPerSecond = 20;
/** The sender of a workbook leaves after this time and sends it again. */
const leavesAfterMs = 1_000;
/** Streams and downloads are open after this time. */
const opensWithinMs = 3_000;
/** Bytes that a hostile workbook unpacks to. It is 20 kB itself. */
const unpackedBytes = 20 * 1024 * 1024;

const head = (target: LoadTarget, lines: readonly string[]): string =>
  [
    ...lines,
    `host: ${new URL(target.address).host}`,
    `cookie: ${target.cookie}`,
    `origin: ${target.address}`,
    '',
    '',
  ].join('\r\n');

const pageRequest = (target: LoadTarget): Buffer =>
  Buffer.from(head(target, [`GET /${target.businessId}/payments HTTP/1.1`, 'accept: text/html']));

function actionHeaders(name: string): Readonly<Record<string, string>> {
  const action = builtActions().find((built) => built.name === name);
  if (action === undefined) throw new Error(`the build has no ${name}`);
  return {
    'next-action': action.id,
    accept: 'text/x-component',
    'content-type': 'text/plain;charset=UTF-8',
  };
}

function actionRequest(target: LoadTarget, name: string, input: object): Buffer {
  const body = JSON.stringify([input]);
  const headers = Object.entries(actionHeaders(name)).map(([key, value]) => `${key}: ${value}`);
  const lines = ['POST /sign-in HTTP/1.1', ...headers, `content-length: ${Buffer.byteLength(body)}`];
  return Buffer.from(head(target, lines) + body);
}

/** Builds a workbook whose sheet is elements without a meaning. */
async function buildHostileWorkbook(): Promise<Uint8Array<ArrayBuffer>> {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const archive = new ZipFile();
  const add = (name: string, text: string) => archive.addBuffer(Buffer.from(text), name);
  add('xl/workbook.xml', '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>');
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  );
  const elements = '<x/>'.repeat(unpackedBytes / 4);
  add('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${elements}</sheetData></worksheet>`);
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(Buffer.from(chunk));
  return new Uint8Array(Buffer.concat(chunks));
}

/** Uploads a workbook without checking it, and returns the ID of its batch. */
async function uploadWorkbook(target: LoadTarget, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { address, businessId, cookie } = target;
  const started = await fetch(`${address}/sign-in`, {
    method: 'POST',
    headers: { ...actionHeaders('startUploadAction'), cookie, origin: address },
    body: JSON.stringify([{ businessId, fileName: 'a.xlsx', source: 'xlsx', size: bytes.byteLength }]),
  });
  const batchId = /"batchId":"([^"]+)"/.exec(await started.text())?.[1];
  if (batchId === undefined) throw new Error('the upload was refused');
  const stored = await fetch(`${address}/api/businesses/${businessId}/batches/${batchId}/chunks`, {
    method: 'POST',
    headers: { cookie, origin: address, 'x-chunk': '0' },
    body: bytes,
  });
  if (!stored.ok) throw new Error(`the chunk was answered ${stored.status}`);
  return batchId;
}

/** Sends the load of one person, and callbacks, until it is stopped. */
export class PersonLoad {
  readonly #target: LoadTarget;
  readonly #port: number;
  readonly #open = new Set<ClientRequest>();
  readonly #work: Promise<void>[] = [];
  #isOver = false;
  readonly counts: LoadCounts = {};
  /** Milliseconds until each callback was answered. */
  readonly callbackMs: number[] = [];

  private constructor(target: LoadTarget) {
    this.#target = target;
    this.#port = Number(new URL(target.address).port);
  }

  /** Uploads the workbooks, then starts to send everything. */
  static async start(target: LoadTarget): Promise<PersonLoad> {
    const load = new PersonLoad(target);
    const bytes = await buildHostileWorkbook();
    const batchIds: string[] = [];
    for (let count = 0; count < workbooks; count += 1) batchIds.push(await uploadWorkbook(target, bytes));
    const { businessId } = target;
    const action = actionRequest(target, 'confirmBatchAction', { businessId, batchId: batchIds[0] });
    const run = (count: number, work: (index: number) => Promise<void>) => {
      for (let index = 0; index < count; index += 1) load.#work.push(work(index));
    };
    // Requests that stay open come first. Later the queue of the person is full, and would refuse all of it.
    run(downloads, () => load.#keepOpen('download', `/api/businesses/${businessId}/payments/export`));
    run(streams, () => load.#keepOpen('stream', `/api/businesses/${businessId}/live`));
    run(workbooks, (index) => load.#checkAndLeave(batchIds[index] ?? ''));
    await pause(opensWithinMs);
    run(pages, () => load.#sendAgain('page', pageRequest(target)));
    run(actions, () => load.#sendAgain('action', action));
    run(1, () => load.#sendCallbacks());
    return load;
  }

  /** Stops sending. Resolves when everything has ended. */
  async stop(): Promise<void> {
    this.#isOver = true;
    for (const request of this.#open) request.destroy();
    await Promise.race([Promise.all(this.#work), pause(15_000)]);
  }

  #count(kind: string, status: number | string): void {
    const counts = this.counts[kind] ?? {};
    counts[status] = (counts[status] ?? 0) + 1;
    this.counts[kind] = counts;
  }

  /** Sends a request on one connection, each after the answer to the one before. */
  async #sendAgain(kind: string, bytes: Buffer): Promise<void> {
    const connection = new Connection(this.#port);
    while (!this.#isOver) {
      const status = await connection.ask(bytes);
      if (!this.#isOver || status !== 0) this.#count(kind, status);
    }
    connection.close();
  }

  /** Opens a response and reads nothing of it. Opens it again when it has ended. */
  async #keepOpen(kind: string, path: string): Promise<void> {
    while (!this.#isOver) {
      await new Promise<void>((resolve) => {
        const { cookie, address } = this.#target;
        const request = get(`${address}${path}`, { headers: { cookie }, agent: false });
        this.#open.add(request);
        request.on('response', (response) => {
          this.#count(kind, response.statusCode ?? 0);
          if (response.statusCode === 200) response.pause();
          else response.resume();
        });
        request.on('error', () => undefined);
        request.on('close', () => {
          this.#open.delete(request);
          resolve();
        });
      });
      if (!this.#isOver) await pause(250);
    }
  }

  /** Asks for the check of a workbook and closes the connection before the answer. */
  async #checkAndLeave(batchId: string): Promise<void> {
    const { address, businessId, cookie } = this.#target;
    const input = {
      businessId,
      batchId,
      encoding: null,
      separator: null,
      decimalSign: null,
      mapping: null,
      defaults: null,
    };
    while (!this.#isOver) {
      const headers = { ...actionHeaders('checkRowsAction'), cookie, origin: address };
      await new Promise<void>((resolve) => {
        const request = sendRequest(`${address}/sign-in`, { method: 'POST', headers, agent: false });
        const leave = setTimeout(() => {
          this.#count('workbook', 'left');
          request.destroy();
        }, leavesAfterMs);
        request.on('response', (response) => {
          this.#count('workbook', response.statusCode ?? 0);
          response.resume();
        });
        request.on('error', () => undefined);
        request.on('close', () => {
          clearTimeout(leave);
          resolve();
        });
        request.end(JSON.stringify([input]));
      });
    }
  }

  async #sendCallbacks(): Promise<void> {
    const { callbackPath, businessId } = this.#target;
    const pending: Promise<void>[] = [];
    for (let at = 0; !this.#isOver; at += 1) {
      const kind = callbackKinds[at % callbackKinds.length] ?? 'withdrawal';
      pending.push(
        sendCallback(this.#port, callbackPath, kind, businessId).then(({ status, milliseconds }) => {
          this.#count(`callback ${kind}`, status);
          this.callbackMs.push(milliseconds);
        }),
      );
      await pause(1_000 / callbacksPerSecond);
    }
    await Promise.all(pending);
  }
}
