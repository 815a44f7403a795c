/** A store that speaks as much of S3's protocol as we use, and can be told to fail. Checked by hand against versitygw. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';

export interface TestS3 {
  readonly endpoint: string;
  /** By `bucket/key`. */
  readonly objects: Map<string, Buffer>;
  readonly uploads: Map<string, { key: string; parts: Map<number, Buffer>; begun: Date }>;
  /** Every request that came, as `METHOD path`. */
  readonly asked: string[];
  /** Of the next answers: a status instead, or `cut` in the middle; `null` lets one through. */
  readonly faults: (number | 'cut' | null)[];
  stop(): Promise<void>;
}

export const testAccess = { region: 'us-east-1', keyId: 'testing', secret: 'of this test' };

const escapeXml = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function isSigned(request: IncomingMessage, url: URL, body: Buffer): Promise<boolean> {
  const { authorization = '' } = request.headers;
  const [date = '', sha256 = ''] = ['x-amz-date', 'x-amz-content-sha256'].map(
    (name) => request.headersDistinct[name]?.[0],
  );
  if (createHash('sha256').update(body).digest('hex') !== sha256) return false;
  const signer = new AwsV4Signer({
    method: request.method ?? 'GET',
    url: url.href,
    accessKeyId: testAccess.keyId,
    secretAccessKey: testAccess.secret,
    region: testAccess.region,
    service: 's3',
    datetime: date,
    headers: { 'x-amz-content-sha256': sha256 },
  });
  return (await signer.authHeader()) === authorization;
}

const etag = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

export async function openTestS3(): Promise<TestS3> {
  const objects: TestS3['objects'] = new Map();
  const uploads: TestS3['uploads'] = new Map();
  const faults: TestS3['faults'] = [];
  const asked: string[] = [];

  const list = (bucket: string, query: URLSearchParams): string => {
    const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
    if (query.has('uploads'))
      return [...uploads]
        .map(([id, { key, begun }]) => {
          const name = escapeXml(key.slice(bucket.length + 1));
          return `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`;
        })
        .join('');
    // Two on a page, so that pages are turned.
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const from = Number(query.get('continuation-token') ?? 0);
    const rows = keys.slice(from, from + 2).map((key) => {
      const name = escapeXml(key.slice(bucket.length + 1));
      return `<Contents><Key>${name}</Key><Size>${objects.get(key)?.length}</Size></Contents>`;
    });
    const isMore = from + 2 < keys.length;
    const more = isMore ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    return `<IsTruncated>${isMore}</IsTruncated>${more}${rows.join('')}`;
  };

  const put = (key: string, query: URLSearchParams, body: Buffer): Record<string, string> => {
    const upload = uploads.get(query.get('uploadId') ?? '');
    if (upload) upload.parts.set(Number(query.get('partNumber')), body);
    else objects.set(key, body);
    return { etag: etag(body) };
  };

  const post = (key: string, query: URLSearchParams): string => {
    if (query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map(), begun: new Date() });
      return `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
    }
    const id = query.get('uploadId') ?? '';
    const parts = [...(uploads.get(id)?.parts ?? [])].sort(([one], [other]) => one - other);
    objects.set(key, Buffer.concat(parts.map(([, part]) => part)));
    uploads.delete(id);
    return '<CompleteMultipartUploadResult/>';
  };

  const get = (key: string, request: IncomingMessage, response: ServerResponse, isCut: boolean): void => {
    const whole = objects.get(key);
    if (!whole) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const bytes = whole.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length });
    if (!isCut) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    asked.push(`${request.method} ${url.pathname}`);
    if (!(await isSigned(request, url, body)))
      return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const fault = faults.shift() ?? null;
    if (typeof fault === 'number') return void response.writeHead(fault).end('<Error><Code>SlowDown</Code></Error>');
    const key = decodeURIComponent(url.pathname.slice(1));
    if (request.method === 'PUT') return void response.writeHead(200, put(key, url.searchParams, body)).end();
    if (request.method === 'POST') return void response.end(post(key, url.searchParams));
    if (request.method === 'DELETE') {
      if (!uploads.delete(url.searchParams.get('uploadId') ?? '')) objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (key.endsWith('/')) return void response.end(`<Result>${list(key.slice(0, -1), url.searchParams)}</Result>`);
    get(key, request, response, fault === 'cut');
  };

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    asked,
    faults,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
