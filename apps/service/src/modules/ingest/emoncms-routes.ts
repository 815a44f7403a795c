/** `/input/post` and `/input/bulk`: what senders of Emoncms (emonHub, ESP firmware) say, as they say it. */
import { type ReadingsAnswer, sendEmoncms } from '@wattershed/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../platform/problem.ts';
import { ingestToken } from '../../platform/person.ts';
import type { IngestTokens } from './ingest-tokens.ts';
import type { Ingest } from './take-readings.ts';
import type { Unread, UnreadMessage } from './unread.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

interface Input {
  readonly node: string;
  readonly name: string;
  readonly at: number;
  readonly value: number;
}
type Read = { readonly ok: true; readonly inputs: readonly Input[] } | { readonly ok: false; readonly words: string };

/** What `main` gives: the wire format. Wh and mL, seconds since 1970. */
export interface EmoncmsFormat {
  readonly readPost: (parameters: Parameters, now: number) => Read;
  readonly readBulk: (parameters: Parameters, now: number) => Read;
  readonly nameMeters: (
    inputs: readonly Input[],
    isMeter: (key: string) => boolean,
  ) => { readonly meter: string; readonly at: number; readonly value: number }[];
}

export interface EmoncmsDeps {
  readonly ingest: Pick<Ingest, 'take'>;
  readonly tokens: Pick<IngestTokens, 'find'>;
  readonly unread: Unread;
  readonly emoncms: EmoncmsFormat;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const maxNoted = 20;

const isNoReading = ({ code }: ReadingsAnswer['rejected'][number]): boolean =>
  code === 'invalid-reading' || code === 'negative-amount' || code === 'wrong-kind';

const unreadOf = (input: Input | { readonly meter: string; readonly value: number }): UnreadMessage => ({
  door: 'emoncms',
  place: 'meter' in input ? input.meter : `${input.node} ${input.name}`,
  reason: input.value < 0 ? 'returned' : 'not-understood',
  payload: JSON.stringify(input),
});

const { maxBytes: bodyLimit, method, path } = sendEmoncms;

export const emoncmsRoutes = (app: FastifyInstance, { ingest, tokens, unread, emoncms, now }: EmoncmsDeps): void => {
  const take = async (token: string, read: Read): Promise<string> => {
    if (!read.ok) throw new ProblemError('body-malformed', read.words);
    const { meters, household } = await tokens.find(token);
    const named = emoncms.nameMeters(read.inputs, (key) => meters.has(key));
    const sent = named.map((one, index) => ({ index, ...one, spanS: null }));
    // What is refused would be refused again: a sender that is told so sends it for ever. It is listed instead.
    const { rejected } = await ingest.take(token, { sent, rejected: [], count: sent.length });
    const places =
      sent.length === 0 ? read.inputs : rejected.filter(isNoReading).flatMap(({ index }) => named[index] ?? []);
    if (household !== null) await unread.note(household, places.slice(0, maxNoted).map(unreadOf));
    return 'ok';
  };

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof ProblemError)) throw error;
      const status = error.code === 'token-invalid' ? 401 : 400;
      return reply.code(status).send({ success: false, message: error.message });
    });
    for (const [name, read] of [
      ['post', emoncms.readPost],
      ['bulk', emoncms.readBulk],
    ] as const) {
      for (const url of [
        `/input/${name}`,
        `/input/${name}.json`,
        `/emoncms/input/${name}`,
        `/emoncms/input/${name}.json`,
      ]) {
        for (const by of ['GET', 'POST'] as const)
          scope.route({
            method: by,
            url,
            bodyLimit,
            // Of all the addresses and ways that senders know, the one that is described.
            ...(url === path && by === method && { config: { endpoint: sendEmoncms } }),
            handler: async (request, reply) => {
              const parameters = parametersOf(request);
              const said = await take(keyOf(request, parameters), read(parameters, Math.floor(now() / 1000)));
              return reply.type('text/plain').send(said);
            },
          });
      }
    }
  });
};

const parametersOf = ({ query, body }: FastifyRequest): Parameters => ({
  ...(query as Record<string, string>),
  ...(body as Record<string, string> | undefined),
});

const keyOf = (request: FastifyRequest, { apikey }: Parameters): string => apikey ?? ingestToken(request);
