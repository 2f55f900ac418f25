import type { TestProject } from 'vitest/node'
import { startSystem } from '../system/running-system.ts'
import { sandboxVerifies } from './api.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** local.json of the one system that all files of test/e2e speak to. */
    system: string
  }
}

/** Starts one whole system for all files; the returned function stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const system = await startSystem({
    gateway: {
      OUTTURN_SANDBOX_VERIFIES: String(sandboxVerifies),
      // Callers without an account share an address here; accounts have quotas of their own.
      RATE_QUOTA: '1000000',
    },
    // So that the refusal of it in a unilateral agreement can be reached.
    spool: { OUTTURN_MANAGED_SETTLEMENT: 'true' },
  })
  project.provide('system', JSON.stringify(system.file()))
  return () => system.stop()
}
