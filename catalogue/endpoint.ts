/** One address of the interface as one value: the service serves it, the web calls it, its description is made from it. */
import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

/** `visitor`: whoever is signed in is known, others are served too. `administrator`: a person, whom the database knows as one. */
export type Who =
  | 'anyone'
  | 'visitor'
  | 'person'
  | 'administrator'
  | 'ingest token'
  | 'wall token'
  | "provider's token";

/** A body or an answer that is no JSON, or is read by hand: `schema` describes it. */
export interface Bytes {
  readonly kind: 'bytes' | 'stream';
  readonly type: string;
  readonly schema: z.ZodType;
  /** An answer to keep, with a name. */
  readonly isFile?: true;
}

/** Server-sent events by their names. */
export interface Events<Of extends Readonly<Record<string, z.ZodType>> = Readonly<Record<string, z.ZodType>>> {
  readonly kind: 'events';
  readonly of: Of;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for a part that varies. */
  readonly path: `/${string}`;
  readonly who: Who;
  /** Only for who has shown within a quarter of an hour who they are, where the installation's own sign-in can ask them. */
  readonly isSensitive?: true;
  readonly summary: string;
  /** Of the parts that vary; without it they are texts. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType | Bytes;
  readonly maxBytes?: number;
  /** The body may come packed: `Content-Encoding: gzip`. */
  readonly mayBeGzip?: true;
  /** A parameter of the address that may hold the ingest token instead of the header. */
  readonly tokenParameter?: string;
  /** Without one nothing is answered (204). */
  readonly answer?: z.ZodType | Bytes | Events;
  /** Of success, where it is neither 200 nor 204. */
  readonly status?: 201 | 202;
  /** What else is answered, by its status: JSON, or nothing (null). */
  readonly also?: Readonly<Partial<Record<200 | 201 | 204 | 400 | 401 | 503, z.ZodType | null>>>;
  /** What is the same for all may be kept; nothing else is. */
  readonly cache?: 'no-cache' | 'public, max-age=300';
  /** Beside those that every endpoint has by its kind: see `usualProblems`. */
  readonly problems?: readonly ErrorCode[];
}

export const endpoint = <const Facts extends Endpoint>(facts: Facts): Facts => facts;

export const bytes = (type: string, schema: z.ZodType = z.string()) => ({ kind: 'bytes', type, schema }) as const;
export const file = (type: string) => ({ kind: 'bytes', type, schema: z.string(), isFile: true }) as const;
/** Handed on as it arrives, whatever its size. */
export const stream = (type: string) => ({ kind: 'stream', type, schema: z.string() }) as const;
export const events = <const Of extends Readonly<Record<string, z.ZodType>>>(of: Of): Events<Of> => ({
  kind: 'events',
  of,
});

/** Of which household: the person's first one, where none is named. */
export const ofHousehold = z.object({ household: z.uuid().optional() });

const problemOfWho: Record<Who, readonly ErrorCode[]> = {
  anyone: [],
  visitor: ['not-authenticated', 'identity-unavailable'],
  person: ['not-authenticated', 'identity-unavailable'],
  administrator: ['not-authenticated', 'identity-unavailable', 'forbidden'],
  'ingest token': ['token-invalid'],
  'wall token': ['token-invalid'],
  "provider's token": ['not-authenticated', 'identity-unavailable'],
};

/** What an endpoint can answer by who may and how it is asked: any address can be wrong, and so can a body, also one that nobody asked for. */
export const usualProblems = ({ who, isSensitive, method }: Endpoint): ErrorCode[] => [
  ...problemOfWho[who],
  ...(isSensitive ? (['reauthentication-needed'] as const) : []),
  'query-invalid',
  ...(method === 'GET' ? [] : (['body-malformed', 'body-too-large'] as const)),
  'database-unavailable',
  'internal',
];

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type ParamsOf<E extends Endpoint> = E extends { params: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : Record<ParamNames<E['path']>, string>;

export type AnswerOf<E extends Endpoint> = E extends { answer: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

export type EventName<E extends Endpoint> = E extends { answer: Events<infer Of> } ? keyof Of & string : never;

export type EventOf<E extends Endpoint> = E extends { answer: Events<infer Of> }
  ? { [Name in keyof Of]: { readonly event: Name; readonly data: z.output<Of[Name]> } }[keyof Of]
  : never;

/** `Schema` as who calls gives it: with `Raw` for what is no JSON; left out where all of it may be. */
type Given<Name extends string, Value> = object extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

/** What who calls an endpoint gives: `Raw` is a body that is no JSON. */
export type InputOf<E extends Endpoint, Raw> = ([ParamNames<E['path']>] extends [never]
  ? unknown
  : { params: Record<ParamNames<E['path']>, string | number> }) &
  (E extends { query: infer Schema extends z.ZodType } ? Given<'query', z.input<Schema>> : unknown) &
  (E extends { body: infer Body } ? (Body extends z.ZodType ? Given<'body', z.input<Body>> : { body: Raw }) : unknown);
