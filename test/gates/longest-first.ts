import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that wait most first. Files of one kind follow one another, so that a worker keeps what it has loaded. */
const kinds = ['crash', 'e2e', 'int', 'unit']

/** Files that take long, longest first; a folder stands for all of its files. */
const long = [
  'test/crash/one-call.test.ts',
  'test/crash/killed-together.test.ts',
  'test/crash/',
  'test/exhaustion/',
  'test/e2e/lifecycle-walk.test.ts',
  'test/e2e/tutorial.test.ts',
  'test/e2e/receipt-page.test.ts',
  'deploy/local/src/local-system.int.test.ts',
  'flows/settlement-crashes.int.test.ts',
  'lifecycle/lifecycle-model.test.ts',
  'fuzz/python-verifier.test.ts',
]

/**
 * Starts the files that take longest first within their kind, so that none is left alone at the end. Vitest's own order knows
 * this only from an earlier run, and a fresh clone has none.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => kind(a) - kind(b) || place(a) - place(b))
  }
}

function kind({ project }: TestSpecification): number {
  return kinds.indexOf(project.name)
}

function place({ moduleId }: TestSpecification): number {
  const index = long.findIndex((path) => moduleId.includes(path))
  return index === -1 ? long.length : index
}
