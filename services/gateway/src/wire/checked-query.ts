import { invalid } from '@outturn/contracts'
import { z } from 'zod'
import { nulCharacter } from './nul-character.ts'
import { checkedInput } from './schema/checked-input.ts'

/** The query as the schema has it; a parameter that stands twice is refused, because readers could take either value. */
export function checkedQuery<S extends z.ZodType>(schema: S, query: unknown): z.output<S> {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const sent = query as Readonly<Record<string, unknown>>
  const repeated = known.find((name) => Object.hasOwn(sent, name) && Array.isArray(sent[name]))
  const nul = known.find((name) => Object.hasOwn(sent, name) && String(sent[name]).includes('\0'))
  if (nul !== undefined) throw nulCharacter(nul)
  if (repeated === undefined) return checkedInput(schema, query)
  throw invalid(repeated, `The request has the query parameter ${repeated} more than once.`, {
    reason: 'repeated_parameter',
    remediation: `Send ${repeated} once.`,
  })
}
