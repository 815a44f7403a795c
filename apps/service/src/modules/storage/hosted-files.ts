/** Files that a hosted backend's storage keeps, asked for as the person whose they are: its policies say what is given. */
import { Readable } from 'node:stream';
import { documentBucket } from '@wattershed/contracts';
import { cappedFetch } from '../../platform/capped-fetch.ts';
import type { Config } from '../../platform/config.ts';
import type { DocumentFiles } from './own-documents.ts';

type HostedConfig = Pick<Config, 'BACKEND_URL' | 'BACKEND_ANON_KEY'>;

const timeOutMs = 60_000;
const fetchCapped = cappedFetch(16 * 1024 * 1024);

/** The whole of a file at once, of ten megabytes at most: a slow reader of the export must not hold the storage's connection. */
export const createHostedFiles = ({ BACKEND_URL, BACKEND_ANON_KEY = '' }: HostedConfig): DocumentFiles => ({
  open: async (_version, name, authorization) => {
    const path = [documentBucket, ...name.split('/')].map(encodeURIComponent).join('/');
    const answer = await fetchCapped(`${BACKEND_URL}/storage/v1/object/authenticated/${path}`, {
      headers: { apikey: BACKEND_ANON_KEY, authorization },
      redirect: 'error',
      signal: AbortSignal.timeout(timeOutMs),
    });
    if (answer.status === 400 || answer.status === 404) return null;
    if (!answer.ok) throw new Error(`the storage answered ${answer.status}`);
    return { content: Readable.from([Buffer.from(await answer.arrayBuffer())]) };
  },
});
