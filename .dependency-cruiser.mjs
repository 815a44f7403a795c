// Who may import whom. Each sentence names the importer, and everything of ours that it may reach; the rest is forbidden.
const ours = '^(apps|catalogue|kernel|shell|simulator|subjects|supabase|e2e|bench|scripts)/';
// What everyone may reach: closed lists and shapes, the texts, the types of the tables' rows.
const ground = '^(catalogue|locales|supabase/tables)/';
const catalogue = '^catalogue/';
const tests = '[.]test[.]|/testing';

const may = (name, comment, importer, ...reachable) => ({
  name,
  comment,
  severity: 'error',
  from: { path: importer },
  to: { path: ours, pathNot: reachable },
});

/** A part of a subject: `$1` is the subject that imports, `[^/]+` any. */
const part = (kind, subject = '[^/]+') => `^subjects/${subject}/${kind}/`;
const own = (kind) => part(kind, '$1');
const of = (kind) => part(kind, '([^/]+)');

const sourceList = '^subjects/hardware/sources/((index|source)|pulls/(index|pull))[.]ts$';
const webTesting = '^apps/web/testing/';
const serviceTesting = '^(apps/service|kernel|subjects/[^/]+/(service|sources))/.*testing';

export default {
  forbidden: [
    may('catalogue-is-first', 'the catalogue imports itself only', catalogue, catalogue),
    may('domain-is-pure', 'domain → catalogue, domain', part('domain'), part('domain'), catalogue),
    {
      name: 'domain-has-no-io',
      comment: 'domain has no I/O: nothing of Node',
      severity: 'error',
      from: { path: part('domain'), pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    may('contract', 'contract → contract, domain, catalogue', part('contract'), part('(contract|domain)'), catalogue),
    may('tables', 'the types of the tables → catalogue', '^supabase/tables/', '^supabase/tables/', catalogue),
    may('simulator', 'simulator → domain, catalogue', '^simulator/', '^simulator/', part('domain'), catalogue),
    may(
      'kernel',
      'the kernel → nothing of a subject, but the list of sources, by which columns are checked',
      '^kernel/(?!.*testing)',
      '^kernel/',
      ground,
      sourceList,
      serviceTesting,
    ),
    may(
      'service',
      "a subject's service → the kernel, domain, contract, another subject's service/index.ts, the list of sources",
      of('service'),
      ground,
      '^kernel/',
      part('(contract|domain)'),
      own('service'),
      '^subjects/[^/]+/service/.*index[.]ts$',
      '^simulator/',
      sourceList,
      serviceTesting,
    ),
    may(
      'source',
      'a source → domain, contract, what all sources are made of, texts',
      '^subjects/hardware/sources/(?!index[.]|testing-|source[.])([a-z0-9]+)',
      ground,
      part('(contract|domain)'),
      '^subjects/hardware/sources/($1|(source|json)[.]ts$)',
      '^kernel/texts[.]ts$',
      serviceTesting,
    ),
    may(
      'shell',
      'the shell → domain, contract; nothing else of a subject',
      '^shell/',
      '^shell/',
      ground,
      part('(contract|domain)'),
      webTesting,
    ),
    may(
      'web',
      "a subject's web → the shell, domain, contract, never another subject's web",
      of('web'),
      ground,
      '^shell/',
      part('(contract|domain)'),
      own('web'),
      webTesting,
    ),
    may(
      'web-app',
      'the web app → the shell, web, domain, contract; never the service',
      '^apps/web/',
      ground,
      '^(apps/web|shell)/',
      part('(contract|domain|web)'),
    ),
    may(
      'service-app',
      'the service → the kernel, service, sources, domain, contract; never the web',
      '^apps/service/',
      ground,
      '^(apps/service|kernel|simulator)/',
      part('(contract|domain|service|sources)'),
    ),

    {
      name: 'no-circle',
      comment: 'modules do not import each other in a circle, not for a type and not later either',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'tests-stay-tests',
      comment: 'what ships does not import tests or their support',
      severity: 'error',
      from: { path: ours, pathNot: [tests, '^(e2e|bench|scripts|supabase/tests)/'] },
      to: { path: tests },
    },
    {
      name: 'resolvable',
      comment: 'every import is found',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
