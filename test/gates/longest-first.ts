import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait for much, longest first; a folder stands for all of its files. */
const long = [
  'test/crash/one-call.test.ts',
  'test/crash/killed-together.test.ts',
  'test/crash/',
  'test/exhaustion/',
  'test/e2e/lifecycle-walk.test.ts',
  'test/e2e/receipt-page.test.ts',
  'deploy/local/src/local-system.int.test.ts',
  'lifecycle/lifecycle-model.test.ts',
  'fuzz/python-verifier.test.ts',
]

/**
 * Starts the files that take longest first, so that none is left alone at the end. Vitest's own order knows this only from an
 * earlier run, and a fresh clone has none.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}

function place({ moduleId }: TestSpecification): number {
  const index = long.findIndex((path) => moduleId.includes(path))
  return index === -1 ? long.length : index
}
