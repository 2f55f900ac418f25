import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command as a page shows it, with the continuation of its lines joined and without its comment. */
export type DocumentedCommand = {
  readonly page: string
  readonly text: string
  readonly isShownToFail: boolean
}

const programs =
  /^(?:[A-Z][A-Z0-9_]*=\S+ )*(?:npm|npx|node|curl|bash|sh|sed|docker|psql|git|export|outturn|pip|python3?|apt-get|openssl|jq|cat|kill|timedatectl)\b/
const fence = /^```(\w*)\n([\s\S]*?)^```\n/gm
const indented = /(?<=^\n)(?:(?: {4}.*\n)+)/gm
/** Languages of a fence that a reader runs. */
const shells = new Set(['sh', 'bash', 'shell', 'console', 'zsh'])

/** Every fenced or indented command of README, docs and the READMEs of folders. Fences of the guide are samples, which run with their output in guide.test.ts. */
export function documentedCommands(repository: string): DocumentedCommand[] {
  const places = ['docs/**/*.md', '{libs,services,deploy,test}/*/README.md', 'test/README.md']
  const pages = ['README.md', ...globSync(places, { cwd: repository }).toSorted()]
  return pages.flatMap((page) => commandsOf(page, readFileSync(join(repository, page), 'utf8')))
}

function commandsOf(page: string, text: string): DocumentedCommand[] {
  const blocks: { at: number; text: string; next: string }[] = []
  const add = (at: number, block: string, end: number) =>
    blocks.push({ at, text: block, next: text.slice(end) })
  for (const match of text.matchAll(fence)) {
    const [whole, language = '', block = ''] = match
    const isSample = page.startsWith('docs/guide/') && language === 'sh'
    if (shells.has(language) && !isSample) add(match.index, block, match.index + whole.length)
  }
  // Fences are blotted out, so that what is indented in them is no block.
  const outside = text.replaceAll(fence, (block) => block.replaceAll(/[^\n]/g, '.'))
  for (const match of outside.matchAll(indented)) {
    add(match.index, match[0].replaceAll(/^ {4}/gm, ''), match.index + match[0].length)
  }
  return blocks
    .toSorted((left, right) => left.at - right.at)
    .flatMap((block) => {
      const lines = block.text.replaceAll(/\\\n\s*/g, '').split('\n')
      const commands = lines
        .filter((line) => programs.test(line))
        .map((line) => line.replace(/\s{2,}#.*$/, ''))
      const failsLast = /^\s*```\w*\nINVALID/.test(block.next)
      return commands.map((command, index) => ({
        page,
        text: command.trim(),
        isShownToFail: failsLast && index === commands.length - 1,
      }))
    })
}

/** A command that is not run as it stands, and what is done in its place. */
export type Exception = {
  /** Pages that it is an exception on; all by default. */
  readonly page?: RegExp
  readonly form: RegExp
  readonly reason: string
  readonly instead: 'help' | { readonly test: string }
}

/** Commands that are long by nature print their help, which must know each of their options; others run in a test of their own. */
export const exceptions: readonly Exception[] = [
  {
    form: /^npm run (?:alerts|disasters|drill|runbooks)\b/,
    reason: 'break a system, mostly beside Prometheus and Alertmanager of Debian, and take minutes',
    instead: 'help',
  },
  {
    page: /^docs\/operating\/backup\.md$/,
    form: /^(?:export|sed) |\$\(docker /,
    reason: 'is about the Postgres of Docker Compose',
    instead: { test: 'test/backup/backup.test.ts' },
  },
  {
    form: /^npm run backup -- (?!--help)/,
    reason: 'is about a folder of backups of the reader; npm run backup:drill makes and restores them',
    instead: 'help',
  },
  {
    form: /^npm start\b/,
    reason: 'runs until it is stopped; local-system.int.test.ts starts it',
    instead: 'help',
  },
  { form: /^npm test\b/, reason: 'runs this test too', instead: 'help' },
  {
    page: /^docs\/operating\/personal-data\.md$/,
    form: /^npm run admin -- (?:--as \w+ )?account erase /,
    reason: 'is about an account that nothing needs any more',
    instead: { test: 'test/e2e/audits.test.ts' },
  },
  {
    form: /^npm run (?:bench|bench:\w+|scaling|sizing|upgrade|exhaustion|soak|crash|gaming|check|fuzz:\w+)(?= |$)/,
    reason: 'takes minutes to hours',
    instead: 'help',
  },
  {
    form: /^npm run docs(?= |$)/,
    reason: 'installs VitePress and builds the site; npm run docs:check does it',
    instead: 'help',
  },
  {
    page: /^deploy\/operator\//,
    form: /^npm run admin -- /,
    reason:
      'is about a key, a payment or a settlement that the reader has, or changes what other tests share',
    instead: { test: 'deploy/operator/src/commands.test.ts' },
  },
  {
    page: /^docs\/operating\/restore\.md$/,
    form: /^npm run admin -- (?:receipts import|log recover|--as \w+ log) /,
    reason: 'is about a database that was restored, which no other test may have',
    instead: { test: 'services/signing/src/flows/floor/restore.int.test.ts' },
  },
  {
    form: /^npm (?:run build:packages|publish)\b/,
    reason: 'makes packages, or publishes them',
    instead: { test: 'test/gates/published-packages.test.ts' },
  },
  {
    form: /^outturn (?!verify )/,
    reason: 'is a synopsis',
    instead: 'help',
  },
  {
    form: /^outturn-verify /,
    reason: 'is installed with the package',
    instead: { test: 'libs/receipt-verifier/src/cli/main.test.ts' },
  },
  {
    form: /python3? -m /,
    reason: 'needs the package in Python',
    instead: { test: 'libs/receipt-verifier/src/testing/fuzz/python-verifier.test.ts' },
  },
  {
    form: /(?:^npm install|\bnpx -y) @outturn\//,
    reason: 'installs from a registry',
    instead: { test: 'test/packages/runtimes.test.ts' },
  },
  {
    form: /^pip install /,
    reason: 'installs from a registry',
    instead: { test: 'libs/sdk/src/testing/python-package.test.ts' },
  },
  {
    form: /run-corpus\.mjs/,
    reason: 'runs in its test',
    instead: { test: 'test/spec-verifier/corpus.test.ts' },
  },
  {
    page: /^docs\/operating\/compose\.md$/,
    form: /^(?:curl|npm run -s outturn) /,
    reason: 'asks the deployment in containers, which `npm run compose` starts',
    instead: { test: 'test/compose/main.ts' },
  },
  {
    form: /^docker /,
    reason: 'needs Docker',
    instead: { test: 'test/compose/main.ts' },
  },
  {
    form: /^npm run (?:secrets|render:deployment)\b/,
    reason: 'writes into the repository',
    instead: { test: 'deploy/render/src/compose/compose-file.test.ts' },
  },
  {
    form: /^OUTTURN_SERVICES=/,
    reason: 'serves until it is stopped',
    instead: { test: 'deploy/host/src/main.int.test.ts' },
  },
  {
    form: /deploy\/remote-signer\/src\/main\.ts/,
    reason: 'serves until it is stopped',
    instead: { test: 'services/signing/src/adapters/remote-signer.int.test.ts' },
  },
  {
    form: /libs\/mcp\/src\/main\.ts/,
    reason: 'serves until its input ends',
    instead: { test: 'test/e2e/tools.test.ts' },
  },
  {
    form: /\bbash docs\/tutorial\//,
    reason: 'is run with its output',
    instead: { test: 'test/e2e/tutorial.test.ts' },
  },
  {
    form: /npm run -s outturn -- pay /,
    reason: 'needs a wallet with money of tests',
    instead: { test: 'test/e2e/pay-command.test.ts' },
  },
  {
    form: /admin -- keys publish-signature/,
    reason: 'changes the key document that other tests read',
    instead: { test: 'test/e2e/root-key.test.ts' },
  },
]

/** The exception that a command falls under. */
export function exceptionOf({ page, text }: DocumentedCommand): Exception | undefined {
  return exceptions.find((exception) => exception.form.test(text) && (exception.page?.test(page) ?? true))
}
