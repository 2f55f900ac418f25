import type { TestProject } from 'vitest/node'
import { startSystem } from '../system/running-system.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the one system that all files of test/e2e speak to. */
    systemHome: string
  }
}

/** Sandbox sessions small enough to be used up by a test. */
export const sandboxVerifies = 6

/** Starts one whole system for all files and stops it when they are done. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const system = await startSystem({
    gateway: { OUTTURN_SANDBOX_VERIFIES: String(sandboxVerifies), OUTTURN_TRUSTED_PROXIES: '127.0.0.0/8' },
  })
  project.provide('systemHome', system.home)
  return () => system.stop()
}
