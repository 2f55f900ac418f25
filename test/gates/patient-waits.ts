import { vi } from 'vitest'

/** What is waited for is waited for on a busy machine too, ms; Vitest gives such a wait one second. `vitest.config.ts` does so for `expect.poll`. */
const longestWaitMs = 60_000

const isPatient = Symbol('isPatient')
type WaitFor = typeof vi.waitFor & { [isPatient]?: true }

const waitFor: WaitFor = vi.waitFor
// Files of one worker share what is imported, and each of them runs this.
if (waitFor[isPatient] === undefined) {
  const patient: WaitFor = (check, options) =>
    waitFor(check, typeof options === 'number' ? options : { timeout: longestWaitMs, ...options })
  patient[isPatient] = true
  vi.waitFor = patient
}
