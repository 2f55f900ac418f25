import { allCommands, allEvents, allJobs, type Command } from '../index.ts'
import { z } from 'zod'

/** A JSON schema in which every object that is used twice is a definition of its own. */
export type Schema = { readonly [keyword: string]: unknown }

/**
 * The messages that services exchange. `required` is what a receiver demands, `sent` what a sender gives: a member with a default is in
 * the second alone.
 */
export type BusContract = {
  readonly received: Schema
  readonly sent: Schema
}

/** Replies are read by services, which are rolled at another time than their owner; what the gateway passes on to callers is not. */
const isReadByServices = ({ sentBy }: Command) =>
  sentBy.some((sender) => sender !== 'gateway' && sender !== 'operator')

/** The messages of this release. */
export function busContract(): BusContract {
  const messages: Record<string, z.ZodType> = {}
  for (const command of allCommands) {
    messages[`${command.name} input`] = command.input
    if (isReadByServices(command)) messages[`${command.name} reply`] = command.output
  }
  for (const event of allEvents) messages[event.name] = event.payload
  for (const job of allJobs) {
    messages[job.name] = job.payload
    messages[`${job.name} result`] = job.result
  }
  return contractOf(messages)
}

/** These messages by name, as one schema with a member for each. */
export function contractOf(messages: Readonly<Record<string, z.ZodType>>): BusContract {
  const all = z.object(messages)
  const options = { reused: 'ref', unrepresentable: 'any' } as const
  return {
    received: withoutTexts(z.toJSONSchema(all, { ...options, io: 'input' })),
    sent: withoutTexts(z.toJSONSchema(all, { ...options, io: 'output' })),
  }
}

const texts = new Set(['description', 'title', 'examples', '$schema', 'deprecated'])

/**
 * What a reader is told changes nothing that a program reads. Names of members are kept, whatever they are called. Definitions that stand
 * where they are used move to those of the whole.
 */
function withoutTexts(schema: Schema): Schema {
  const definitions: Record<string, unknown> = {}
  const strip = (value: unknown, isNames: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => strip(item, false))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => isNames || !texts.has(name))
        .flatMap(([name, member]) => {
          const stripped = strip(member, !isNames && (name === 'properties' || name === '$defs'))
          if (isNames || name !== '$defs') return [[name, stripped]]
          Object.assign(definitions, stripped)
          return []
        }),
    )
  }
  const stripped = strip(schema, false) as Schema
  return { ...stripped, $defs: definitions }
}
