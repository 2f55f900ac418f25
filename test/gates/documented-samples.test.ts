import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentedCommands } from '../e2e/documented-commands.ts'

// Every block of code in a document is run by a test, or is listed here with the reason why it is not. Commands work on Linux and macOS.

const repository = join(import.meta.dirname, '../..')
const places = ['*.md', '{docs,deploy,libs,services,test}/**/*.md']
const pages = globSync(places, {
  cwd: repository,
  exclude: ['**/node_modules/**', '{libs,deploy}/*/dist/**'],
}).toSorted()
const textOf = (page: string) => readFileSync(join(repository, page), 'utf8')
const fence = /^```(\w+)\n([\s\S]*?)^```$/gm

/** Blocks by page and language, and what runs or compares them. */
const runBy: readonly { page: RegExp; language: RegExp; test: string }[] = [
  { page: /^libs\/sdk-python\/PACKAGE\.md$/, language: /^python$/, test: 'test/e2e/sdk-python.test.ts' },
  { page: /^docs\/guide\/policies\.md$/, language: /^text$/, test: 'libs/policy/src/guide.test.ts' },
  { page: /^docs\/guide\/typescript\.md$/, language: /^ts$/, test: 'test/e2e/guide.test.ts' },
  { page: /^libs\/sdk\/PACKAGE\.md$/, language: /^ts$/, test: 'test/e2e/sdk.test.ts' },
  { page: /^docs\/guide\/paying\.md$/, language: /^js$/, test: 'test/e2e/x402.test.ts' },
  { page: /^docs\/guide\//, language: /^(?:sh|json|text|python)$/, test: 'test/e2e/guide.test.ts' },
  {
    page: /^docs\/operating\/compose\.md$/,
    language: /^yaml$/,
    test: 'deploy/render/src/compose/compose-file.test.ts',
  },
  {
    page: /^(?:deploy\/(?:helm\/outturn|kubernetes)\/README|docs\/operating\/helm)\.md$/,
    language: /^yaml$/,
    test: 'test/chart/main.ts',
  },
  {
    page: /^docs\/external-judges\.md$/,
    language: /^(?:json|text)$/,
    test: 'services/verification/src/domain/judge-proof/documented-proofs.test.ts',
  },
  {
    page: /^docs\/spec\//,
    language: /^(?:json|text)$/,
    test: 'libs/receipt-verifier/src/testing/spec-pages/spec-pages.test.ts',
  },
]

/** Blocks that nothing runs: the reader fills in the names that they use. */
const notRun: readonly { page: RegExp; language: RegExp; reason: string }[] = [
  {
    page: /^(?:libs\/[\w-]+|deploy\/github-action)\/PACKAGE\.md$/,
    language: /^(?:sh|js|ts|json|python|yaml)$/,
    reason: 'installs from a registry and uses files of the reader; test/packages makes the same calls',
  },
  {
    page: /^libs\/(?!sdk|receipt-verifier)[\w-]+\/README\.md$/,
    language: /^(?:ts|sql)$/,
    reason: 'shows the form of a call to who works on this library; types and tests of its callers hold it',
  },
  {
    page: /^libs\/(?:sdk|receipt-verifier|receipt-verifier-python)\/README\.md$/,
    language: /^(?:ts|python)$/,
    reason: 'uses files and keys of the reader; the tests of the package make the same calls',
  },
  {
    page: /^(?:libs\/[\w-]+|deploy\/github-action)\/PACKAGE\.md$/,
    language: /^(?:sh|js|ts|python)$/,
    reason:
      'is about the package as it is installed; test/gates/published-packages.test.ts installs and calls it',
  },
  {
    page: /^docs\/guide\/outcomes\.md$/,
    language: /^(?:js|yaml)$/,
    reason:
      'is part of a server or a job of the reader; libs/receipt-verifier/src/gate and deploy/github-action test both',
  },
  {
    page: /^docs\/operating\/probes\.md$/,
    language: /^json$/,
    reason:
      'is part of an answer of a deployment whose queue fails; services/gateway/src/routes/reads.int.test.ts gets such answers',
  },
  {
    page: /^docs\/guide\/settling\.md$/,
    language: /^ts$/,
    reason: 'signs with a wallet of the reader; test/e2e/settlement.test.ts makes the same calls',
  },
]

const blocks = pages.flatMap((page) =>
  [...textOf(page).matchAll(fence)].map(([, language = '']) => ({ page, language })),
)

test('every block of code is run, or is listed with the reason why it is not', () => {
  const covers = ({ page, language }: { page: string; language: string }) =>
    [...runBy, ...notRun].some((rule) => rule.page.test(page) && rule.language.test(language))
  expect(blocks.length).toBeGreaterThan(100)
  expect(blocks.filter((block) => !covers(block))).toEqual([])
})

test('every rule is about a block that there is, and every test that it names exists', () => {
  const isUsed = (rule: { page: RegExp; language: RegExp }) =>
    blocks.some(({ page, language }) => rule.page.test(page) && rule.language.test(language))
  expect([...runBy, ...notRun].filter((rule) => !isUsed(rule))).toEqual([])
  expect(runBy.filter((rule) => !existsSync(join(repository, rule.test)))).toEqual([])
})

/** What GNU's programs and a Bash of today understand, and those of macOS do not. */
const onlyGnu: readonly { form: RegExp; instead: string }[] = [
  { form: /\bsed\s(?:[^|;]*\s)?-[a-zA-Z]*i(?:\s|$)/, instead: 'sed … file > changed' },
  { form: /\bsed\s(?:[^|;]*\s)?-[a-qs-zA-Z]*r\b/, instead: 'sed -E' },
  { form: /\bdate\s(?:[^|;]*\s)?(?:-d|--date|-I|--iso-8601)/, instead: 'date -u +%Y-%m-%dT%H:%M:%SZ' },
  { form: /\bbase64\s(?:[^|;]*\s)?(?:-w|--wrap)/, instead: "base64 | tr -d '\\n'" },
  { form: /\b(?:sha\d+sum|md5sum)\b/, instead: 'shasum -a 256' },
  { form: /\bgrep\s(?:[^|;]*\s)?-[a-zA-Z]*P/, instead: 'grep -E' },
  { form: /\breadlink\s(?:[^|;]*\s)?-f/, instead: 'cd … && pwd' },
  { form: /\bstat\s(?:[^|;]*\s)?(?:-c|--format)/, instead: 'wc -c' },
  { form: /\bhead\s(?:[^|;]*\s)?-[nc]\s*-/, instead: 'sed' },
  { form: /\bxargs\s(?:[^|;]*\s)?-[rd]\b/, instead: 'xargs' },
  { form: /(?:^|[|;&(]\s*)(?:timeout|tac|nproc|shuf|setsid)\s/, instead: 'what POSIX has' },
  { form: /\b(?:mapfile|readarray|declare\s+-A|local\s+-A)\b|\$\{\w+(?:,,|\^\^)\}/, instead: 'Bash 3.2' },
]
const findOnlyGnu = (text: string) =>
  onlyGnu.filter(({ form }) => form.test(text)).map(({ instead }) => instead)

test.each([
  "sed -i 's/a/b/' receipt.json",
  'date -u -d "+1 day" +%F',
  'base64 -w0 file.bin',
  'sha256sum file',
  "echo a | grep -oP 'a'",
  'timeout 5 curl x',
  'mapfile -t rows < file',
])('macOS does not understand it: %s', (command) => {
  expect(findOnlyGnu(command)).not.toEqual([])
})

test('what a reader runs works with the programs of macOS too', () => {
  const guide = pages
    .filter((page) => page.startsWith('docs/guide/'))
    .flatMap((page) =>
      [...textOf(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => ({ page, text })),
    )
  const scripts = globSync('docs/tutorial/*.sh', { cwd: repository }).map((page) => ({
    page,
    text: textOf(page),
  }))
  // Commands of an operator of a deployment run where that runs: on Linux.
  const commands = documentedCommands(repository).filter(({ page }) => !page.startsWith('docs/operating/'))
  const lines = [...commands, ...guide, ...scripts].flatMap(({ page, text }) =>
    text.split('\n').map((line) => ({ page, line })),
  )
  expect(lines.length).toBeGreaterThan(500)
  expect(lines.filter(({ line }) => findOnlyGnu(line).length > 0)).toEqual([])
})
