import type { Plugin } from 'vite';

const contracts =
  /(?:subjects\/\w+\/contract\/[\w-]+|catalogue\/(?:description|error-codes|health|translated|web-config))\.ts$/;
/** What a call needs; what the values are checked by stays with the service. */
const kept = new Set(['method', 'path']);
/** A schema, or what makes one. */
const madeOf = /\bz[.]/;
/** What may make a schema, or hold one. */
const makes = new Set(['CallExpression', 'ObjectExpression']);

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Property extends Node {
  key: { name?: string };
}
interface Declaration extends Node {
  specifiers?: { local: { name: string } }[];
  declaration?: Declaration | null;
  declarations?: { init: (Node & { callee?: { name?: string }; arguments?: { properties: Property[] }[] }) | null }[];
}

/**
 * Leaves of an endpoint its method and path, and nothing of what values are checked by: a first load has no use for the library that they
 * are made with. Schemas that a form needs stand in a file of their own.
 */
export function lightContracts(): Plugin {
  return {
    name: 'wattershed:light-contracts',
    apply: 'build',
    transform: {
      filter: { id: { include: contracts, exclude: /-bodies[.]ts$/ } },
      handler: function (code) {
        return { code: lighten(code, this.parse(code).body as unknown as Declaration[]), map: null };
      },
    },
  };
}

function lighten(code: string, body: Declaration[]): string {
  let light = code;
  // From the end, so that what comes before stays where it is.
  for (const { init } of initialisers(body).reverse()) {
    if (init === null || init === undefined) continue;
    const text = code.slice(init.start, init.end);
    const isEndpoint = init.callee?.name === 'endpoint';
    const value = isEndpoint
      ? lightEndpoint(code, init.arguments?.[0]?.properties)
      : madeOf.test(text)
        ? 'undefined'
        : text;
    const lazy = makes.has(init.type) ? `/* @__PURE__ */ (() => (${value}))()` : value;
    light = `${light.slice(0, init.start)}${lazy}${light.slice(init.end)}`;
  }
  // A group of modules takes along whatever one of them names, also where nothing of it is used.
  for (const { type, start, end, specifiers = [] } of [...body].reverse()) {
    if (type !== 'ImportDeclaration') continue;
    const rest = light.slice(end).replaceAll(/\/\*[^]*?\*\//g, '');
    const isUsed = specifiers.some(({ local }) => new RegExp(`\\b${local.name}\\b`).test(rest));
    if (!isUsed) light = light.slice(0, start) + light.slice(end);
  }
  return light;
}

function initialisers(body: Declaration[]) {
  return body.flatMap((one) => one.declaration?.declarations ?? one.declarations ?? []);
}

function lightEndpoint(code: string, properties: Property[] = []): string {
  const parts = properties.filter(({ key }) => kept.has(key.name ?? ''));
  return `{ ${parts.map(({ start, end }) => code.slice(start, end)).join(', ')} }`;
}
