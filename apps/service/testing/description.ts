/** The description as anyone reads it, and whether an answer is one that it tells of. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Schema {
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly contentSchema?: Schema;
}
interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Record<string, { readonly required: boolean; readonly schema: Schema }>;
  readonly content?: Record<string, { readonly schema: Schema }>;
}
export interface Operation {
  readonly summary?: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { readonly schema: Schema }> };
  readonly responses: Record<string, Response>;
}
export interface Description {
  readonly openapi: string;
  readonly components: {
    readonly securitySchemes: object;
    readonly schemas: object;
    readonly responses: Record<string, Response>;
  };
  readonly paths: Record<string, Record<string, Operation>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Event by event: `event: name`, `data: JSON`. */
export const eventsIn = (text: string): [name: string, data: string][] =>
  [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, name = '', data = '']) => [name, data]);

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '[.]').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

export interface Described {
  /** Of an address that is asked for; null: there is none there. */
  operationOf(method: string, path: string): Operation | null;
  /** What the description does not tell of the answer, or null. */
  faultOf(method: string, path: string, answered: Answered): string | null;
}

export const openDescription = ({ paths, components }: Description): Described => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const known = Object.entries(paths)
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([path, methods]) => ({ pattern: pattern(path), methods }));

  const compiled = new Map<Schema, ValidateFunction>();
  const faultIn = (schema: Schema, text: string): string | null => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components });
    compiled.set(schema, validate);
    return validate(JSON.parse(text)) ? null : `${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
  };

  const faultOfEvents = (schema: Schema, text: string): string | null => {
    for (const [name, data] of eventsIn(text)) {
      const event = schema.contentSchema?.items?.oneOf?.find((one) => one.properties?.['event']?.const === name);
      if (!event) return `the event ${name}`;
      const fault = faultIn(event.properties?.['data']?.contentSchema ?? {}, data);
      if (fault !== null) return `the event ${name}: ${fault}`;
    }
    return null;
  };

  const operationOf = (method: string, path: string): Operation | null => {
    // As clients send it: `/./` is no part.
    const bare = new URL(path, 'http://localhost').pathname;
    // Whoever asks for the head alone is answered like whoever asks for it all.
    const asked = (method === 'HEAD' ? 'GET' : method).toLowerCase();
    const found = known.find((one) => one.pattern.test(bare) && asked in one.methods)?.methods[asked] ?? null;
    const isStream = found?.responses['200']?.content?.['text/event-stream'] !== undefined;
    return method === 'HEAD' && isStream ? null : found;
  };

  return {
    operationOf,
    faultOf: (method, path, { status, headers, body }) => {
      const told = operationOf(method, path)?.responses[status];
      if (!told) return `the status ${status}: ${body.slice(0, 200)}`;
      const { content, headers: own = {} } = told.$ref ? (components.responses[status] ?? {}) : told;
      const missing = Object.keys(own).find((name) => headers[name.toLowerCase()] === undefined);
      if (missing !== undefined) return `${status} without ${missing}`;
      // What is no HTTP is answered without a body.
      if (body === '' && (!content || method === 'HEAD' || status in components.responses)) return null;
      const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
      const schema = content?.[type]?.schema;
      if (!schema) return `${status} as ${type || 'nothing'}: ${body.slice(0, 200)}`;
      if (type === 'text/event-stream') return faultOfEvents(schema, body);
      return type.endsWith('json') ? faultIn(schema, body) : null;
    },
  };
};
