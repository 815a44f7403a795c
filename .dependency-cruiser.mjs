// Who may import whom. Each sentence names the importer, and everything of ours that it may reach; the rest is forbidden.
// A package that npm could not put at the top stands below the workspace that needs it.
const ours = '^(apps|catalogue|packages|simulator|e2e|bench|scripts)/(?!node_modules/|[^/]+/node_modules/)';
const packages = '^(catalogue|packages|simulator)/';
const catalogue = '^catalogue/';
const tests = '[.]test[.]|/testing';

const may = (name, comment, importer, ...reachable) => ({
  name,
  comment,
  severity: 'error',
  from: { path: importer },
  to: { path: ours, pathNot: reachable },
});

const web = (folder) => `^apps/web/src/${folder}/`;
const service = (folder) => `^apps/service/src/${folder}/`;

const sourceList = '^apps/service/src/sources/index[.]ts$';
const webTesting = '^apps/web/src/testing/';
const serviceTesting = '^apps/service/src/.*testing';

export default {
  forbidden: [
    may('catalogue-is-first', 'the catalogue imports itself only', catalogue, catalogue),
    may('domain-is-pure', 'domain → catalogue', '^packages/domain/', '^packages/domain/', catalogue),
    {
      name: 'domain-has-no-io',
      comment: 'domain has no I/O: nothing of Node',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    may(
      'contracts',
      'contracts → domain, catalogue',
      '^packages/contracts/',
      '^packages/(contracts|domain)/',
      catalogue,
    ),
    may('database', 'database → catalogue', '^packages/database/', '^packages/database/', catalogue),
    may('simulator', 'simulator → domain, catalogue', '^simulator/', '^simulator/', '^packages/domain/', catalogue),

    may('web-ui', 'web ui → catalogue', web('ui'), web('ui'), catalogue, webTesting),
    may('web-platform', 'web platform → packages, ui', web('platform'), packages, web('(platform|ui)'), webTesting),
    may(
      'web-feature',
      'a web feature → packages, ui, platform, never another feature',
      web('features/([^/]+)'),
      packages,
      web('(platform|ui)'),
      web('features/$1'),
      webTesting,
    ),
    may('web-not-service', 'web app → all of web; web never imports the service', '^apps/web/', packages, '^apps/web/'),

    may(
      'service-module',
      "a service module → packages, service platform, another module's index.ts, the list of sources",
      service('modules/([^/]+)'),
      packages,
      service('platform'),
      service('modules/$1'),
      `${service('modules/[^/]+')}index[.]ts$`,
      sourceList,
      serviceTesting,
    ),
    may(
      'service-source',
      'a source → domain, contracts, catalogue, texts, what all sources are made of',
      `^apps/service/src/sources/(?!index[.]|testing-|source[.]|files/index[.])([a-z0-9]+)`,
      catalogue,
      '^packages/(domain|contracts)/',
      `${service('platform')}texts[.]ts$`,
      '^apps/service/src/sources/$1',
      '^apps/service/src/sources/(source|json)[.]ts$',
      serviceTesting,
    ),
    may(
      'service-platform',
      'service platform → packages',
      service('platform'),
      packages,
      service('platform'),
      serviceTesting,
    ),
    may(
      'service-backend',
      'the embedded backend → packages, service platform, the list of sources',
      service('backend'),
      packages,
      service('(backend|platform)'),
      sourceList,
    ),
    may(
      'service-not-web',
      'main → all of service; the service never imports web',
      '^apps/service/',
      packages,
      '^apps/service/',
    ),
    {
      name: 'lite-behind-the-adapter',
      comment: 'only the embedded backend imports @supabase/lite, so that it can be replaced',
      severity: 'error',
      from: { pathNot: service('backend') },
      to: { path: '@supabase/lite' },
    },

    {
      name: 'no-circle',
      comment: 'modules do not import each other in a circle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'tests-stay-tests',
      comment: 'what ships does not import tests or their support',
      severity: 'error',
      from: { path: ours, pathNot: [tests, '^(e2e|bench|scripts)/'] },
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
