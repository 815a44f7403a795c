/** The floor: node:http and pg doing nothing but the SQL. Started by run.ts with PG_URL and PORT. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { ingest, queries, type QueryName } from './floor-sql.ts';

const pool = new pg.Pool({ connectionString: process.env['PG_URL'], max: 4 });
const token = `Bearer ${process.env['TOKEN']}`;

const readBody = async (request: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const store = async (body: string): Promise<object> => {
  const meters: number[] = [];
  const at: string[] = [];
  const values: number[] = [];
  for (const reading of (JSON.parse(body) as { readings: { meter: string; at: string; value: number }[] }).readings) {
    if (!Number.isSafeInteger(reading.value) || Number.isNaN(Date.parse(reading.at))) throw new Error('bad reading');
    meters.push(Number(reading.meter));
    at.push(reading.at);
    values.push(reading.value);
  }
  await pool.query({ name: 'ingest', text: ingest, values: [meters, at, values] });
  return { stored: meters.length };
};

const answer = async (url: URL): Promise<object> => {
  const name = url.pathname.slice(1) as QueryName;
  const values = [Number(url.searchParams.get('hh')), url.searchParams.get('from'), url.searchParams.get('to')];
  const { rows } = await pool.query({ name, text: queries[name], values, rowMode: 'array' });
  return { rows };
};

const serve = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
  const send = (status: number, body: object): void => {
    const text = JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  };
  try {
    if (request.headers.authorization !== token) send(401, {});
    else if (request.method === 'POST') send(200, await store(await readBody(request)));
    else send(200, await answer(new URL(request.url ?? '/', 'http://floor')));
  } catch (error) {
    send(500, { error: (error as Error).message });
  }
};

const server = http.createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => console.log(`floor at http://127.0.0.1:${(server.address() as AddressInfo).port}`));
