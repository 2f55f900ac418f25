import { join } from 'node:path'

/** Root of the repository. */
export const repository = join(import.meta.dirname, '../../..')

/** A page of the site: the file of the repository that it is made of, and its place in the site, without a suffix. */
export type SourcePage = { readonly file: string; readonly place: string; readonly title?: string }

export type Section = { readonly title: string; readonly pages: readonly (SourcePage | GeneratedPage)[] }

/** A page that is made of the contracts. */
type GeneratedPage = { readonly place: string; readonly title: string }

const guide = (name: string, title: string): SourcePage => ({
  file: `docs/guide/${name}.md`,
  place: `guide/${name}`,
  title,
})
const doc = (name: string, title: string): SourcePage => ({ file: `docs/${name}.md`, place: name, title })
const readme = (folder: string, place: string, title: string): SourcePage => ({
  file: `${folder}/README.md`,
  place,
  title,
})

/** The contents of the site, in reading order. */
export const sections: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      { file: 'docs/guide/README.md', place: 'guide/index', title: 'Introduction' },
      guide('one-call', 'curl'),
      guide('typescript', 'TypeScript'),
      guide('python', 'Python'),
      guide('agents', 'Agents (MCP)'),
      guide('sandbox', 'Sandbox'),
    ],
  },
  {
    title: 'Concepts',
    pages: [
      guide('concepts', 'How it works'),
      guide('conditions', 'Conditions'),
      guide('evidence', 'Evidence'),
      guide('deliveries', 'Delivered files'),
      guide('statuses', 'Statuses'),
      doc('glossary', 'Glossary'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      guide('two-parties', 'Agreement of two parties'),
      { file: 'docs/tutorial/README.md', place: 'tutorial/index', title: 'Tutorials' },
      guide('policies', 'Plain-text agreements'),
      guide('wordings', 'Plain-text wordings'),
      guide('reading', 'How text is read'),
      guide('people', 'Confirmations by people'),
      doc('external-judges', 'Outside judges'),
      guide('quotes', 'Quotes'),
      guide('recipes', 'Recipes'),
      guide('invoice-audit', 'Invoice audit'),
      guide('promise-replay', 'Promise replay'),
      guide('credits', 'Credits'),
      guide('paying', 'Pay for one call'),
      guide('settling', 'Settlement'),
      guide('outcomes', 'Require a receipt'),
      guide('retention', 'Delete evidence'),
    ],
  },
  {
    title: 'Facts and disagreements',
    pages: [
      guide('disagree', 'When you disagree'),
      guide('sources', 'Sources and facts'),
      guide('facts-and-claims', 'Facts and claims'),
      guide('discrepancies', 'Discrepancies'),
      guide('disputes', 'Disputes'),
      guide('reviews', 'Reviews'),
      guide('outcome-index', 'Outcome index'),
    ],
  },
  {
    title: 'Console',
    pages: [
      guide('console', 'People, roles and keys'),
      guide('console-spools', 'Spools and receipts'),
      guide('console-requests', 'Requests and search'),
      guide('console-billing', 'Usage and billing'),
    ],
  },
  {
    title: 'Receipts',
    pages: [
      { file: 'libs/receipt-verifier/PACKAGE.md', place: 'receipts/verify', title: 'Verify offline' },
      {
        file: 'libs/receipt-verifier-python/PACKAGE.md',
        place: 'receipts/verify-python',
        title: 'Verify offline in Python',
      },
      { file: 'docs/spec/README.md', place: 'spec/index', title: 'Format' },
      doc('spec/receipt', 'Receipt'),
      doc('spec/worked-example', 'Worked example'),
      doc('spec/preimages', 'Digests and ids'),
      doc('spec/status', 'Status'),
      doc('spec/bundle', 'Bundles'),
      doc('spec/envelopes', 'Exports'),
      doc('spec/attestation', 'Attestations'),
      doc('spec/policy', 'Policies of a reader'),
      doc('spec/keys', 'Keys'),
      doc('spec/log', 'Transparency log'),
      readme('test/vectors/receipts', 'vectors/receipts', 'Test vectors of receipts'),
      readme('test/vectors/documents', 'vectors/documents', 'Test vectors of other records'),
      readme('test/vectors/checkers', 'vectors/checkers', 'Test vectors of checkers'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      { place: 'reference/index', title: 'Operations' },
      { place: 'errors', title: 'Error codes' },
      guide('errors', 'How errors work'),
      guide('limits', 'Limits'),
      { place: 'reference/checkers', title: 'Checkers' },
      { place: 'reference/events', title: 'Events' },
      { place: 'reference/objects/index', title: 'Objects' },
      guide('command-line', 'Command line'),
      { file: 'libs/sdk/PACKAGE.md', place: 'reference/typescript', title: 'TypeScript client' },
      { file: 'libs/sdk-python/PACKAGE.md', place: 'reference/python', title: 'Python client' },
      { file: 'libs/mcp/PACKAGE.md', place: 'reference/mcp', title: 'MCP server' },
      { file: 'deploy/github-action/PACKAGE.md', place: 'reference/github-action', title: 'GitHub Action' },
    ],
  },
  {
    title: 'Operate',
    pages: [
      readme('deploy/local', 'operating/local', 'Local system'),
      doc('operating/compose', 'Docker Compose'),
      doc('operating/helm', 'Kubernetes with Helm'),
      readme('deploy/kubernetes', 'operating/kubernetes', 'Kubernetes example'),
      { file: 'deploy/helm/outturn/README.md', place: 'operating/chart', title: 'Values of the chart' },
      readme('deploy/docker', 'operating/containers', 'Containers'),
      readme('deploy/host', 'operating/processes', 'Shared processes'),
      readme('deploy/operator', 'operating/commands', 'Operator commands'),
      doc('operating/security', 'Security hardening'),
      doc('operating/probes', 'Probes and rolling restarts'),
      doc('operating/scaling', 'Scaling'),
      doc('operating/sizing', 'Sizing'),
      doc('operating/backup', 'Backup and restore'),
      doc('operating/restore', 'After a restore'),
      doc('operating/disasters', 'Disasters'),
      doc('operating/upgrade', 'Upgrade and rollback'),
      doc('operating/accounts', 'Accounts'),
      doc('operating/console', 'Console and mail'),
      doc('operating/billing', 'Statements and caps'),
      doc('operating/request-log', 'Request log'),
      doc('operating/personal-data', 'Personal data'),
      doc('operating/tools', 'MCP endpoint'),
      doc('operating/alerts', 'Alerts and runbooks'),
      doc('operating/dashboards', 'Dashboards'),
      doc('operating/logs', 'Logs and traces'),
      readme('deploy/monitoring', 'operating/monitoring', 'Monitoring files'),
      doc('keys', 'Signing keys'),
      doc('payments', 'Payments'),
      doc('settlement', 'Settlement'),
      doc('benchmarks', 'Benchmarks'),
    ],
  },
  {
    title: 'Services and settings',
    pages: [
      readme('services/gateway', 'services/gateway', 'Gateway'),
      readme('services/spool', 'services/spool', 'Spool'),
      readme('services/verification', 'services/verification', 'Verification and fetcher'),
      readme('services/signing', 'services/signing', 'Signing'),
      readme('services/billing', 'services/billing', 'Billing'),
      readme('services/settlement', 'services/settlement', 'Settlement'),
      readme('services/document-audit', 'services/document-audit', 'Document audit'),
    ],
  },
  {
    title: 'Trust',
    pages: [
      doc('guarantees', 'Guarantees'),
      doc('trust/threat-model', 'Threat model'),
      { file: 'SECURITY.md', place: 'trust/security', title: 'Report a vulnerability' },
      guide('versions', 'Versions'),
      { file: 'CHANGELOG.md', place: 'changelog', title: 'Changelog' },
    ],
  },
  {
    title: 'Contribute',
    pages: [
      { file: 'CONTRIBUTING.md', place: 'contributing', title: 'Contributing' },
      doc('architecture', 'Architecture'),
      doc('one-call', 'One call, step by step'),
      doc('adding', 'Adding a thing'),
    ],
  },
]

export const sourcePages: readonly SourcePage[] = sections.flatMap(({ pages }) =>
  pages.filter((page): page is SourcePage => 'file' in page),
)

/** Address of a page within the site. */
export function addressOf(place: string): string {
  return `/${place.replace(/(?:^|(?<=\/))index$/, '')}`
}
