import { bindSource, readFactTargets, readOwnSide } from '@outturn/contracts'
import type { Bus, CommandContext } from '@outturn/messaging'
import type { Side } from '@outturn/vocabulary'
import type { FactTarget } from '../domain/facts/fact-target.ts'
import { ownPrincipal } from './evidence-reader.ts'

/** Longest that the spool service is waited for, ms; deadlines of the bus are on the clock of the machine. */
const askMs = 2_000

/** What the spool service knows of the parties of Spools. */
export type SpoolSides = {
  /** The side of the caller; refuses like a Spool that does not exist when the caller is no party. */
  ownSide(
    spoolId: string,
    context: Pick<CommandContext, 'deadline' | 'principal' | 'requestId'>,
  ): Promise<Side>
  /** Notes in the history of a Spool that the caller registered a source for it; once, however often it is asked. */
  bind(
    source: {
      readonly sourceId: string
      readonly spoolId: string
      readonly scheme: 'ed25519' | 'hmac_sha256' | null
    },
    context: Pick<CommandContext, 'deadline' | 'principal' | 'requestId'>,
  ): Promise<void>
  /** The parties of these Spools; one that does not exist is left out. Throws while the spool service does not answer. */
  targets(spoolIds: readonly string[], requestId: string): Promise<ReadonlyMap<string, FactTarget>>
}

export function createSpoolSides(bus: Pick<Bus, 'request'>): SpoolSides {
  return {
    async ownSide(spoolId, { principal, requestId, deadline }) {
      return (await bus.request(readOwnSide, { spoolId }, { principal, requestId, deadline })).side
    },
    async bind(source, { principal, requestId, deadline }) {
      const options = { principal, requestId, deadline, commandId: `bind:${source.sourceId}` }
      await bus.request(bindSource, source, options)
    },
    async targets(spoolIds, requestId) {
      if (spoolIds.length === 0) return new Map()
      const options = { principal: ownPrincipal, requestId, deadline: Date.now() + askMs }
      const { targets } = await bus.request(readFactTargets, { spoolIds: [...spoolIds] }, options)
      return new Map(targets.map((target) => [target.spoolId, target]))
    },
  }
}
