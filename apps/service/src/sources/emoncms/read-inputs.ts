/** What senders of Emoncms say: `input/post` with one node's values, `input/bulk` with many, each at its own time. */

/** As an address or a form gives them. */
export type InputParameters = Readonly<Record<string, string | undefined>>;

export interface NodeInput {
  readonly node: string;
  /** A word, or a number from 1 where values come by their place. */
  readonly name: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly value: number;
}

export type InputsRead =
  | { readonly ok: true; readonly inputs: readonly NodeInput[] }
  | { readonly ok: false; readonly words: string };

const mostItems = 20_000;
const fault = (words: string): InputsRead => ({ ok: false, words });

const finite = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
  const rows = parse(parameters['data'] ?? '');
  if (!Array.isArray(rows)) return fault('data: [[time, node, value, …], …]');
  if (rows.length > mostItems) return fault(`data: more than ${mostItems} rows`);
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
  const json = parse(text);
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
