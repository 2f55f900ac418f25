import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundaryArgs, codeFolders } from './gates.ts'
import { repository, runProgram } from './run-program.ts'

interface Violation {
  from: string
  rule: { name: string }
}

/** One forbidden import for each rule: the file that is added and what it holds. */
const seeds: Record<string, { file: string; code: string; beside?: Record<string, string> }> = {
  'no-unresolvable': {
    file: 'services/billing/src/seed-unresolvable.ts',
    code: "import './is-not-there.ts'",
  },
  'no-circular': {
    file: 'libs/money/src/seed-first.ts',
    code: "import type { B } from './seed-second.ts'\nexport type A = B",
    beside: {
      'libs/money/src/seed-second.ts': "import type { A } from './seed-first.ts'\nexport type B = A | 1",
    },
  },
  'service-not-to-service': {
    file: 'services/billing/src/seed-other-service.ts',
    code: "import '../../signing/src/seed-target.ts'",
    beside: { 'services/signing/src/seed-target.ts': 'export const target = 1' },
  },
  'service-only-to-libs': {
    file: 'services/billing/src/seed-to-deploy.ts',
    code: "import '../../../deploy/local/src/places.ts'",
  },
  'service-not-to-tools': {
    file: 'services/billing/src/seed-to-tools.ts',
    code: "import '@outturn/testkit'",
  },
  'lib-not-to-service': {
    file: 'libs/money/src/seed-to-service.ts',
    code: "import '../../../services/signing/src/seed-target.ts'",
  },
  'package-by-its-exports': {
    file: 'services/billing/src/seed-into-lib.ts',
    code: "import '../../../libs/money/src/decimal.ts'",
  },
  'domain-no-io': { file: 'services/billing/src/domain/seed-io.ts', code: "import 'node:fs'" },
  'domain-not-outwards': {
    file: 'services/billing/src/domain/seed-outwards.ts',
    code: "import '@outturn/postgres'",
  },
  'pure-libs-no-io': { file: 'libs/checkers/src/seed-io.ts', code: "import 'node:net'" },
  'bus-only-in-messaging': {
    file: 'services/billing/src/seed-bus.ts',
    code: "import '../../../libs/messaging/node_modules/@nats-io/transport-node/lib/mod.js'",
  },
  'database-only-in-stores': { file: 'services/billing/src/handlers/seed-sql.ts', code: "import 'kysely'" },
  'verifier-stands-alone': {
    file: 'libs/receipt-verifier/src/seed-beneath.ts',
    code: "import '@sigstore/bundle'",
  },
  'canonical-stands-alone': {
    file: 'libs/canonical/src/seed-beneath.ts',
    code: "import 'canonicalize'",
  },
  'not-to-test': {
    file: 'libs/money/src/seed-to-test.ts',
    code: "import './seed-target.test.ts'",
    beside: { 'libs/money/src/seed-target.test.ts': 'export const target = 1' },
  },
  'no-undeclared-package': { file: 'services/billing/src/seed-undeclared.ts', code: "import 'vitest'" },
  'not-to-dev-package': { file: 'services/billing/src/seed-dev.ts', code: "import 'fast-check'" },
}

const copy = mkdtempSync(join(tmpdir(), 'outturn-boundaries-'))
let violations: Violation[]

beforeAll(async () => {
  await copySources()
  const seeded = Object.values(seeds).flatMap(({ file, code, beside = {} }) =>
    Object.entries({ [file]: code, ...beside }),
  )
  for (const [path, content] of seeded) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), `${content}\n`)
  }
  // The files that are seeded and what they import: the others are looked at by the check itself.
  const args = [...boundaryArgs(seeded.map(([path]) => path)), '--output-type', 'json']
  const { output } = await runProgram('depcruise', args, copy)
  violations = (JSON.parse(output) as { summary: { violations: Violation[] } }).summary.violations
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

async function copySources(): Promise<void> {
  const isSource = (path: string) =>
    !['node_modules', 'dist', 'testing'].includes(basename(path)) && !path.endsWith('.test.ts')
  for (const name of ['libs', 'services', 'deploy', '.dependency-cruiser.cjs', 'package.json']) {
    await cp(join(repository, name), join(copy, name), { recursive: true, filter: isSource })
  }
  for (const name of ['tsconfig.json', 'tsconfig.base.json'])
    await cp(join(repository, name), join(copy, name))
  linkPackages('.')
  for (const group of ['libs', 'services', 'deploy']) {
    for (const name of readdirSync(join(repository, group))) linkPackages(join(group, name))
  }
}

/** The same installed packages, but the workspace's own as they are in the copy. */
function linkPackages(folder: string): void {
  const installed = join(repository, folder, 'node_modules')
  const scopes = folderEntries(installed).flatMap((name) =>
    name.startsWith('@') ? folderEntries(join(installed, name)).map((inner) => join(name, inner)) : [name],
  )
  for (const name of scopes) {
    const link = join(copy, folder, 'node_modules', name)
    const target = realpathSync(join(installed, name))
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(name.startsWith('@outturn') ? target.replace(repository, copy) : target, link)
  }
}

function folderEntries(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch {
    return []
  }
}

test('every rule has a seeded violation', () => {
  const config = createRequire(import.meta.url)(join(repository, '.dependency-cruiser.cjs')) as {
    forbidden: { name: string }[]
  }
  expect(Object.keys(seeds).toSorted()).toEqual(config.forbidden.map(({ name }) => name).toSorted())
})

test.each(Object.entries(seeds))('%s is found', (name, { file }) => {
  expect(codeFolders).toContain(file.split('/')[0])
  const found = violations.filter((violation) => violation.rule.name === name).map(({ from }) => from)
  expect(found).toContain(file)
})
