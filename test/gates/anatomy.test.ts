import { expect, test } from 'vitest'
import { findAnatomyProblems } from './anatomy.ts'
import { readSources } from './sources.ts'

const sources = readSources()
const problems = findAnatomyProblems(sources)

/** Problems that are still open, word by word: one that is solved fails here until it is taken out. */
const openProblems: readonly string[] = []

test('every service has the same anatomy, and no room holds more than a reader can see at once', () => {
  expect(sources.size).toBeGreaterThan(500)
  expect(problems).toEqual(openProblems)
})

const rooms = [...Array(16).keys()].map((each) => [`libs/money/src/full/file-${each}.ts`, ''] as const)

test.each([
  ['a file beside service.ts', [['services/billing/src/prices.ts', '']]],
  ['a second program of a service', [['services/billing/src/repair-main.ts', '']]],
  ['a second program of a package', [['deploy/local/src/repair-main.ts', '']]],
  ['a program in a library', [['libs/money/src/main.ts', '']]],
  ['a test at the root without its file', [['services/billing/src/prices.test.ts', '']]],
  ['a room that services do not have', [['services/billing/src/helpers/prices.ts', '']]],
  ['a room of another service', [['services/billing/src/routes/prices.ts', '']]],
  ['a main with more than a call', [['services/billing/src/main.ts', 'await runService(a)\nstart()']]],
  [
    'a handler file with a second export',
    [['services/billing/src/handlers/a.ts', 'export function handleA() {}\nexport type A = 1']],
  ],
  [
    'a handler file without a handler',
    [['services/billing/src/handlers/a.ts', 'export function readA() {}']],
  ],
  [
    'a call of another service from a handler',
    [['services/billing/src/flows/a.ts', 'await deps.bus.request(x)']],
  ],
  [
    'a service without a main',
    [
      ['services/other/src/config.ts', ''],
      ['services/other/src/service.ts', ''],
    ],
  ],
  [
    'a type of HTTP in a rule',
    [
      ['libs/contracts/src/http/receipts/seed.ts', 'export type SeedRequest = { a: 1 }'],
      ['services/spool/src/domain/views/seed.ts', "import type { SeedRequest } from '@outturn/contracts'"],
      ['services/spool/src/domain/seed.ts', "import { type SeedRequest, invalid } from '@outturn/contracts'"],
    ],
  ],
  [
    'a hook that a shared module of tests sets as it loads',
    [['services/billing/src/testing/ids.ts', 'beforeEach(() => {})']],
  ],
  ['a room of sixteen files', rooms],
  [
    'a room of a domain that needs one which needs it',
    [['services/spool/src/domain/model/seed.ts', "import { flagsOf } from '../lifecycle/flags.ts'"]],
  ],
] as const)('%s is found', (_, seeds: readonly (readonly [string, string])[]) => {
  const seeded = findAnatomyProblems(new Map([...sources, ...seeds]))
  expect(seeded.filter((problem) => !problems.includes(problem))).toHaveLength(1)
})
