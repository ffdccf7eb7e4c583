/**
 * Which workspace may import which: the "may import" column of the architecture, as rules.
 * Tests and test support may also use testing/, and what `testsMayAlsoImport` names.
 */
const workspaces = [
  'domain',
  'contract',
  'http',
  'mails',
  'platform',
  'command-api',
  'projections',
  'gateway',
  'web',
  'app',
  'verification',
  'loadtest',
  'testing',
];

const mayImport = {
  domain: [],
  contract: ['domain'],
  platform: [],
  http: ['contract', 'platform'],
  mails: ['contract'],
  'command-api': ['domain', 'contract', 'http', 'mails', 'platform'],
  projections: ['domain', 'contract', 'http', 'mails', 'platform'],
  gateway: ['domain', 'contract', 'http', 'platform'],
  web: ['domain', 'contract'],
  app: ['domain', 'contract', 'http', 'mails', 'platform', 'command-api', 'projections', 'gateway'],
  verification: [
    'domain',
    'contract',
    'platform',
    'command-api',
    'projections',
    'gateway',
    'app',
    'loadtest',
  ],
  loadtest: [
    'domain',
    'contract',
    'http',
    'platform',
    'command-api',
    'projections',
    'gateway',
    'app',
    'testing',
  ],
};

/** What tests of a workspace compose it with. */
const testsMayAlsoImport = {
  domain: ['contract'],
  'command-api': ['projections'],
  projections: ['command-api'],
  gateway: ['command-api', 'app'],
  web: ['platform', 'command-api', 'app', 'loadtest'],
  app: ['web', 'loadtest'],
};

/** What only tests may import. */
const TEST_SUPPORT = '/test-support/';
const TEST_FILES = `\\.(test|int|e2e|multi)\\.tsx?$|${TEST_SUPPORT}`;

const othersThan = (workspace, allowed) =>
  `^(${workspaces.filter((other) => other !== workspace && !allowed.includes(other)).join('|')})/`;

const workspaceRules = Object.entries(mayImport).flatMap(([workspace, allowed]) => {
  const allowedInTests = [...allowed, 'testing', ...(testsMayAlsoImport[workspace] ?? [])];
  return [
    {
      name: `${workspace}-may-import`,
      severity: 'error',
      comment: `${workspace}/ may import ${allowed.length ? allowed.join(', ') : 'nothing of ours'}`,
      from: { path: `^${workspace}/`, pathNot: TEST_FILES },
      to: { path: othersThan(workspace, allowed) },
    },
    {
      name: `tests-of-${workspace}-may-import`,
      severity: 'error',
      comment: `tests of ${workspace}/ may import ${allowedInTests.join(', ')}`,
      from: { path: `^${workspace}/.*(${TEST_FILES})` },
      to: { path: othersThan(workspace, allowedInTests) },
    },
  ];
});

/** The layers of web/src/, from the top: each imports those below it. */
const webLayers = ['app', 'features', 'ui', 'lib', 'config'];

/** The features of the web, by who works there. */
const features = ['sales', 'results', 'live-room', 'selling', 'account', 'staff', 'content'];

const webRules = webLayers.slice(1).map((layer, index) => ({
  name: `web-${layer}-imports-downwards`,
  severity: 'error',
  comment: `imports of the web run ${webLayers.join(' → ')}`,
  from: { path: `^web/src/${layer}/`, pathNot: TEST_FILES },
  to: { path: `^web/src/(${webLayers.slice(0, index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...workspaceRules,
    {
      name: 'test-support-is-for-tests',
      severity: 'error',
      comment: 'what supports tests is not part of the product',
      from: { pathNot: `${TEST_FILES}|^testing/` },
      to: { path: TEST_SUPPORT },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'a cycle has no first file to read',
      from: {},
      to: { circular: true },
    },
    ...webRules,
    {
      name: 'no-feature-to-feature',
      severity: 'error',
      comment: 'features never import each other: what two of them need is in a layer below',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'only-the-features-of-the-web',
      severity: 'error',
      comment: `the web has seven features: ${features.join(', ')}`,
      from: { path: `^web/src/features/(?!(${features.join('|')})/)` },
      to: {},
    },
    {
      name: 'only-app-picks-adapters',
      severity: 'error',
      comment: 'only app/ names an adapter; the other workspaces see ports',
      from: { path: '^(command-api|projections|gateway|web)/', pathNot: TEST_FILES },
      to: { path: '^platform/.*/(lmdb-|embedded-|file-|eventstore-|mongodb-|nats-)' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'the rules do no input or output',
      from: { path: '^domain/', pathNot: TEST_FILES },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'an import that resolves to nothing hides from every other rule',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|artifacts|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json', '.css'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
