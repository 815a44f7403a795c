import type { Plugin } from 'vite';

const contracts = /packages\/contracts\/src\/[\w-]+\.ts$/;
/** What a call needs; what the values are checked by stays with the service. */
const kept = new Set(['method', 'path']);
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
  declaration?: Declaration | null;
  declarations?: { init: (Node & { callee?: { name?: string }; arguments?: { properties: Property[] }[] }) | null }[];
}

/** Leaves of an endpoint its method and path, and of schemas only those that a page uses: a first load has no use for the library that they are made with. */
export function lightContracts(): Plugin {
  return {
    name: 'wattershed:light-contracts',
    apply: 'build',
    transform: {
      filter: { id: contracts },
      handler: function (code) {
        let light = code;
        // From the end, so that what comes before stays where it is.
        for (const { init } of initialisers(this.parse(code).body as unknown as Declaration[]).reverse()) {
          if (init === null || init === undefined || !makes.has(init.type)) continue;
          const text = code.slice(init.start, init.end);
          const value = init.callee?.name === 'endpoint' ? lightEndpoint(code, init.arguments?.[0]?.properties) : text;
          light = `${light.slice(0, init.start)}/* @__PURE__ */ (() => (${value}))()${light.slice(init.end)}`;
        }
        return { code: light, map: null };
      },
    },
  };
}

function initialisers(body: Declaration[]) {
  return body.flatMap((one) => one.declaration?.declarations ?? one.declarations ?? []);
}

function lightEndpoint(code: string, properties: Property[] = []): string {
  const parts = properties.filter(({ key }) => kept.has(key.name ?? ''));
  return `{ ${parts.map(({ start, end }) => code.slice(start, end)).join(', ')} }`;
}
