/** What senders of Emoncms (emonHub, ESP firmware) say: `input/post` with one node's values, `input/bulk` with many, each at its own time. */
import { toBaseUnits } from '#catalogue/index.ts';
import { sendEmoncms } from '#subjects/readings/contract/readings.ts';
import { counterUnitOf, meterKeyOf } from '#subjects/readings/domain/device-words.ts';
import {
  defineSource,
  isFields,
  numberOf,
  parseJson,
  PushFault,
  type PushRead,
  type PushRequest,
  type Unread,
} from './source.ts';

/** As an address or a form gives them. */
type InputParameters = Readonly<Record<string, string | undefined>>;

interface NodeInput {
  readonly node: string;
  /** A word, or a number from 1 where values come by their place. */
  readonly name: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly value: number;
}

type InputsRead =
  | { readonly ok: true; readonly inputs: readonly NodeInput[] }
  | { readonly ok: false; readonly words: string };

const maxItems = 20_000;
const fault = (words: string): InputsRead => ({ ok: false, words });

const finite = (value: unknown): number | null => numberOf(value) ?? null;

/** `node`, and its values as `json` (names need no quotes), `fulljson`, `data` or `csv`; `time` in seconds, else now. */
export const readPost = (parameters: InputParameters, now: number): InputsRead => {
  const { node = '0', csv, time } = parameters;
  const text = parameters['fulljson'] ?? parameters['json'] ?? parameters['data'];
  const at = time === undefined ? now : finite(time);
  if (at === null) return fault('time: seconds since 1970');
  if (text === undefined && csv === undefined) return fault('one of fulljson, json, data or csv is needed');
  const values = csv === undefined ? namedOf(text ?? '') : placed(csv.split(','));
  if (values === null) return fault('the values are no JSON object of names and numbers');
  return { ok: true, inputs: inputsOf(node, values, Math.floor(at)) };
};

/** `data`: [[time, node, value, …], …]; what its times count from is said by `time`, `offset`, `sentat`, or the last of them is now. */
export const readBulk = (parameters: InputParameters, now: number): InputsRead => {
  const rows = parseJson(parameters['data'] ?? '');
  if (!Array.isArray(rows)) return fault('data: [[time, node, value, …], …]');
  if (rows.length > maxItems) return fault(`data: more than ${maxItems} rows`);
  const times = rows.map((row: unknown) => (Array.isArray(row) ? finite(row[0]) : null));
  const wrong = times.indexOf(null);
  if (wrong !== -1) return fault(`data, row ${wrong + 1}: it begins with a time in seconds`);
  const begin = beginOf(parameters, times.at(-1) ?? 0, now);
  if (begin === null) return fault('time, offset, sentat: a number of seconds');
  const inputs: NodeInput[] = [];
  for (const [i, row] of (rows as unknown[][]).entries()) {
    const node = row[1];
    if (typeof node !== 'string' && typeof node !== 'number') return fault(`data, row ${i + 1}: its node comes second`);
    const rest = row.slice(2);
    const values = rest.length === 1 && isFields(rest[0]) ? new Map(Object.entries(rest[0])) : placed(rest);
    inputs.push(...inputsOf(String(node), values, Math.floor(begin + (times[i] ?? 0))));
  }
  return { ok: true, inputs };
};

const beginOf = ({ time, offset, sentat }: InputParameters, last: number, now: number): number | null => {
  if (time !== undefined) return finite(time);
  const said = offset ?? sentat;
  if (said === undefined) return now - last;
  const seconds = finite(said);
  return seconds === null ? null : now - seconds;
};

type Values = ReadonlyMap<string, unknown>;

const placed = (values: readonly unknown[]): Values => new Map(values.map((value, i) => [String(i + 1), value]));

const namedOf = (text: string): Values | null => {
  const json = parseJson(text);
  if (isFields(json)) return new Map(Object.entries(json));
  const [, inner] = /^\{?([^{}[\]]*)\}?$/.exec(text.trim()) ?? [];
  if (inner === undefined) return null;
  const pairs = inner.split(',').map((pair) => pair.split(':').map((part) => part.trim().replace(/^["']|["']$/g, '')));
  if (pairs.some((pair) => pair.length !== 2)) return null;
  return new Map(pairs as [string, string][]);
};

const inputsOf = (node: string, values: Values, at: number): NodeInput[] =>
  [...values].flatMap(([name, value]) => {
    const number = finite(value);
    return number === null ? [] : [{ node, name, at, value: number }];
  });

interface NamedInput {
  readonly meter: string;
  readonly at: number;
  /** Wh or mL since the counter's beginning. */
  readonly value: number;
}

/** An input `e1` of node `emontx` is the meter `emontx-e1`, or `e1`; with a unit at its end (`total_kwh`) in that unit, else in Wh or mL. Others are passed over. */
export const nameMeters = (inputs: readonly NodeInput[], isMeter: (key: string) => boolean): NamedInput[] =>
  inputs.flatMap(({ node, name, at, value }) => {
    const meter = [meterKeyOf(`${node}-${name}`), meterKeyOf(name)].find(isMeter);
    if (meter === undefined) return [];
    const unit = counterUnitOf(name.split('_').at(-1) ?? '');
    return [{ meter, at, value: unit === null ? value : toBaseUnits(value, unit) }];
  });

const maxNoted = 20;

const parametersOf = ({ query, body }: PushRequest): InputParameters => ({
  ...query,
  ...Object.fromEntries(new URLSearchParams(body.toString())),
});

const unreadOf = (input: NodeInput | NamedInput): Unread => ({
  place: 'meter' in input ? input.meter : `${input.node} ${input.name}`,
  reason: input.value < 0 ? 'returned' : 'not-understood',
  payload: JSON.stringify(input),
});

const refusedForever = new Set<string>(['invalid-reading', 'negative-amount', 'wrong-kind']);

function readPush(request: PushRequest, isMeter: (key: string) => boolean): PushRead {
  const read = (request.path.includes('/bulk') ? readBulk : readPost)(parametersOf(request), request.now);
  if (!read.ok) throw new PushFault('body-malformed', read.words);
  const readings = nameMeters(read.inputs, isMeter);
  return {
    readings,
    // What is refused would be refused again: a sender that is told so sends it for ever. It is listed instead.
    answer: (rejected) => {
      const refused = rejected.flatMap(({ index, code }) => (refusedForever.has(code) ? (readings[index] ?? []) : []));
      const places = readings.length === 0 ? read.inputs : refused;
      return { status: 200, body: 'ok', unread: places.slice(0, maxNoted).map(unreadOf) };
    },
  };
}

export const emoncms = defineSource({
  id: 'emoncms',
  label: 'Emoncms',
  reads: 'what emonHub, emonTx and others send to Emoncms: inputs that are named as a meter',
  push: {
    endpoint: sendEmoncms,
    alsoAt: [
      '/input/post',
      '/input/post.json',
      '/input/bulk',
      '/input/bulk.json',
      '/emoncms/input/post',
      '/emoncms/input/post.json',
      '/emoncms/input/bulk',
      '/emoncms/input/bulk.json',
    ],
    key: (request) => parametersOf(request)['apikey'],
    read: readPush,
    refusal: (message) => ({ success: false, message }),
  },
});
