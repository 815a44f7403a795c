/** The part of Home Assistant's templates that devices use to say where in a message their value stands: a path, then a factor or filters. */
import { isFields, parseJson } from '../json.ts';

const step = /^(?:\.([a-z_]\w*)|\['([^']+)'\]|\["([^"]+)"\]|\[(\d+)\])/i;
const filter = /^\|\s*(?:float|int|round|default|is_defined|string)(?:\([^()]*\))?$/;
const factor = /^([*/])\s*(\d+(?:\.\d+)?)$/;

export interface ValueTemplate {
  /** Null: the payload itself. */
  readonly path: readonly string[] | null;
  readonly factor: number;
}

/** Null: a template that does more than we understand. Without one, the payload is the value. */
export function parseTemplate(template: string | undefined): ValueTemplate | null {
  if (template === undefined) return { path: null, factor: 1 };
  const [, text] = /^\s*\{\{-?\s*(.*?)\s*-?\}\}\s*$/s.exec(template) ?? [];
  if (text === undefined) return null;
  const inJson = text.startsWith('value_json');
  if (!inJson && !/^value\b/.test(text)) return null;
  const path: string[] = [];
  let rest = text.slice(inJson ? 'value_json'.length : 'value'.length);
  for (let found = inJson ? step.exec(rest) : null; found; found = step.exec(rest)) {
    path.push(found[1] ?? found[2] ?? found[3] ?? found[4] ?? '');
    rest = rest.slice(found[0].length);
  }
  const scale = readRest(rest);
  return scale === null || (inJson && path.length === 0) ? null : { path: inJson ? path : null, factor: scale };
}

function readRest(rest: string): number | null {
  let scale = 1;
  for (const piece of rest.split(/(?=\|)|(?=[*/])/).map((text) => text.trim())) {
    const [, sign, number] = factor.exec(piece) ?? [];
    if (number !== undefined) scale = sign === '*' ? scale * Number(number) : scale / Number(number);
    else if (piece !== '' && !filter.test(piece)) return null;
  }
  return Number.isFinite(scale) ? scale : null;
}

/** What stands there; undefined: this message does not say. */
export function valueIn({ path }: ValueTemplate, payload: string): unknown {
  if (path === null) return payload;
  let value: unknown = parseJson(payload);
  for (const name of path) {
    if (Array.isArray(value)) value = value[Number(name)];
    else if (isFields(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}
