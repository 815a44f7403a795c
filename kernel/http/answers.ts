/** Every answer that an endpoint can give, made from its value: what the description tells, and what tests hold each answer against. */
import { type Bytes, type Endpoint, type Events, usualProblems } from '#catalogue/endpoint.ts';
import type { ErrorCode } from '#catalogue/error-codes.ts';
import { z } from 'zod';
import { saysWhenToRetry, statusOf } from './problem.ts';

/** Answered below every endpoint, by the server of HTTP itself, and without a body. */
export const bodiless = {
  400: 'What was sent is no HTTP; without a body',
  408: 'The request did not arrive within its time; without a body',
  417: 'Something else than `100-continue` was expected; without a body',
  431: 'The headers or the address are too long; without a body',
} as const;
export type Bodiless = keyof typeof bodiless;

export interface Content {
  readonly type: string;
  /** Of a text or of bytes: what describes them. */
  readonly schema: z.ZodType;
  readonly kind: 'json' | Bytes['kind'] | Events['kind'];
}

interface Header {
  readonly description: string;
  readonly schema: { readonly type: 'string'; readonly pattern: string };
}

interface Answer {
  readonly contents: readonly Content[];
  /** What it may be an error for: then it may be a problem. */
  readonly codes: readonly ErrorCode[];
  /** Those that an answer of this status always has. */
  readonly headers: Readonly<Record<string, Header>>;
}

/** A body or an answer as its type and schema. */
export const contentOf = (given: z.ZodType | Bytes | Events): Content => {
  if (given instanceof z.ZodType) return { type: 'application/json', schema: given, kind: 'json' };
  if (given.kind === 'events') return { type: 'text/event-stream', schema: z.object(given.of), kind: 'events' };
  return given;
};

export const problemsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set([...(endpoint.problems ?? []), ...usualProblems(endpoint)]),
];

const retryAfter: Answer['headers'] = {
  'Retry-After': {
    description: 'Seconds after which it may be asked again',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
};
const disposition: Answer['headers'] = {
  'Content-Disposition': {
    description: 'The name to keep it by',
    schema: { type: 'string', pattern: '^attachment; filename=' },
  },
};

export const successOf = ({ status, answer }: Endpoint): number => status ?? (answer ? 200 : 204);

const successes = (endpoint: Endpoint): [status: number, answer: Answer][] => {
  const { answer, also = {} } = endpoint;
  const isFile = answer !== undefined && 'isFile' in answer;
  const own: Answer = { contents: answer ? [contentOf(answer)] : [], codes: [], headers: isFile ? disposition : {} };
  const others = Object.entries(also).map(([status, schema]): [number, Answer] => [
    Number(status),
    { contents: schema ? [contentOf(schema)] : [], codes: [], headers: {} },
  ]);
  return [[successOf(endpoint), own], ...others];
};

const failures = (endpoint: Endpoint): [status: number, answer: Answer][] => {
  const codes = problemsOf(endpoint);
  return [...new Set(codes.map((code) => statusOf[code]))].map((status) => {
    const ofStatus = codes.filter((code) => statusOf[code] === status);
    const headers = ofStatus.every(saysWhenToRetry) ? retryAfter : {};
    return [status, { contents: [], codes: ofStatus, headers }];
  });
};

/** By status, the lowest first. */
export const answersOf = (endpoint: Endpoint): ReadonlyMap<number, Answer> => {
  const answers = new Map<number, Answer>();
  for (const [status, { contents, codes, headers }] of [...successes(endpoint), ...failures(endpoint)]) {
    const before = answers.get(status);
    answers.set(status, {
      contents: [...(before?.contents ?? []), ...contents],
      codes,
      // Of two kinds of answers, what one always has the other may lack.
      headers: before ? {} : headers,
    });
  }
  return new Map([...answers].toSorted(([a], [b]) => a - b));
};
