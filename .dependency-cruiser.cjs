// Who may import whom. test/gates/boundaries.test.ts seeds one violation of each rule and sees it found.

const testFiles = '\\.(test|fixture)\\.ts$|/src/testing/'
const inputOutput = [
  '^(node:)?(fs|fs/promises|net|http|https|http2|tls|dns|dns/promises|dgram|child_process|cluster|worker_threads)$',
  '^(node:)?(timers|timers/promises|process|os|readline|repl|inspector)$',
]
const databaseClients = 'node_modules/(pg|kysely)/'
const busClients = 'node_modules/@nats-io/'
const webClients = 'node_modules/(fastify|undici|@fastify)/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-unresolvable',
      comment: 'An import that resolves to nothing fails at run time, and hides from every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-circular',
      comment:
        'Modules that need each other cannot be read or changed apart. A type that both need belongs into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'service-not-to-service',
      comment: "Services talk over the bus; none sees another's code or tables.",
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'service-only-to-libs',
      comment: 'A service is made of its own files and libraries.',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(deploy|test)/' },
    },
    {
      name: 'service-not-to-tools',
      comment: 'The test fixtures and local servers are no part of what runs in production.',
      severity: 'error',
      from: { path: '^(services|deploy/operator)/', pathNot: testFiles },
      to: { path: '^libs/(testkit|local-servers)/' },
    },
    {
      name: 'lib-not-to-service',
      comment: 'Libraries serve services and know none.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(services|deploy|test)/' },
    },
    {
      name: 'package-by-its-exports',
      comment: 'Packages reach each other by name, so what a package exports is all that others can use.',
      severity: 'error',
      from: { path: '^(libs|services|deploy|test)/([^/]+)/' },
      to: { path: '^(libs|services|deploy)/[^/]+/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    {
      name: 'domain-no-io',
      comment:
        'Rules are functions of their arguments: no files, network, processes, timers, database or bus.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/domain/', pathNot: testFiles },
      to: { path: [...inputOutput, databaseClients, busClients, webClients] },
    },
    {
      name: 'domain-not-outwards',
      comment: 'Rules do not know where their input is stored or comes from.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/domain/', pathNot: testFiles },
      to: {
        path: [
          '^services/[^/]+/src/(?!domain/)',
          '^libs/(postgres|messaging|service|testkit|local-servers)/',
        ],
      },
    },
    {
      name: 'pure-libs-no-io',
      comment: 'Checkers, contracts, money, the log and the verifier run anywhere and give the same bytes.',
      severity: 'error',
      from: {
        path: '^libs/(agreement|canonical|checkers|evaluation|policy|contracts|money|receipt-verifier|transparency-log|vocabulary)/src/',
        pathNot: [testFiles, '/src/cli/'],
      },
      to: { path: [...inputOutput, databaseClients, busClients, webClients] },
    },
    {
      name: 'bus-only-in-messaging',
      comment: 'The NATS client can be changed in one place.',
      severity: 'error',
      from: { path: '^(libs|services|deploy|test)/', pathNot: ['^libs/messaging/', testFiles] },
      to: { path: busClients },
    },
    {
      name: 'database-only-in-stores',
      comment: 'SQL is written where tables are owned.',
      severity: 'error',
      from: {
        path: '^(libs|services|deploy)/',
        pathNot: [
          '^libs/(postgres|local-servers|testkit)/',
          '^services/[^/]+/src/store/',
          '^deploy/(backup|local|prepare)/src/',
          testFiles,
        ],
      },
      to: { path: databaseClients, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'verifier-stands-alone',
      comment:
        'Strangers trust the verifier with nothing beneath it but canonical and the words of the domain.',
      severity: 'error',
      from: { path: '^libs/receipt-verifier/src/', pathNot: testFiles },
      to: {
        pathNot: [
          '^libs/(receipt-verifier|canonical|vocabulary)/src/',
          '^libs/receipt-verifier/package\\.json$',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'canonical-stands-alone',
      comment: 'The published verifier rests on it, so it has nothing beneath it but the two noble packages.',
      severity: 'error',
      from: { path: '^libs/canonical/src/', pathNot: testFiles },
      to: {
        pathNot: ['^libs/canonical/src/', 'node_modules/@noble/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'not-to-test',
      comment: 'What runs does not need what tests it.',
      severity: 'error',
      from: { pathNot: [testFiles, '^test/'] },
      to: { path: testFiles },
    },
    {
      name: 'no-undeclared-package',
      comment: 'A package that is not declared where it is used is there by accident.',
      severity: 'error',
      from: { path: '^(libs|services|deploy|test)/', pathNot: testFiles },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'not-to-dev-package',
      comment: 'What runs must not need a package that only development installs.',
      severity: 'error',
      from: { path: '^(libs|services|deploy)/[^/]+/src/', pathNot: [testFiles, '^libs/testkit/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(libs|services|deploy)/[^/]+/dist/', '^\\.outturn/', '^deploy/docs/vitepress/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
