import { type ErrorCode, Refusal } from '@outturn/contracts'
import type { GatewayInstance } from '../deps.ts'
import type { Call } from '../http/route.ts'

/**
 * Asks each environment in turn, production first, for what belongs to one of them and does not say to which. Null when none
 * has it: `ask` gives null, or is refused with `absentCode`. What may be in an environment that cannot be asked is not said
 * to be absent: the failure to ask is thrown, after the others were asked.
 */
export async function findAnywhere<T>(
  { instances }: Pick<Call, 'instances'>,
  ask: (instance: GatewayInstance) => Promise<T | null>,
  absentCode?: ErrorCode,
): Promise<T | null> {
  const failures: Refusal[] = []
  for (const environment of instances.hosted) {
    try {
      const instance = instances.of(environment)
      const found = instance === undefined ? null : await ask(instance)
      if (found !== null) return found
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === absentCode) continue
      if (error.status !== 503) throw error
      failures.push(error)
    }
  }
  const [failure] = failures
  if (failure !== undefined) throw failure
  return null
}
