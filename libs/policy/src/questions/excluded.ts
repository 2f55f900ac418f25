import type { Exclusion } from '../exclusions/exclusions.ts'
import { type Asker, extractOf, type Inquiry, type Proposal, readable, replaced } from './inquiry.ts'

/** Asks about a reading that contradicts itself, or that all work or none would meet. */
export const askImpossible: Asker = (inquiry) => asked(inquiry, ({ options }) => options.length === 0)

/** Asks about a bare word that is not sure to be a value. */
export const askBareValue: Asker = (inquiry) => asked(inquiry, ({ options }) => options.length > 0)

function asked(inquiry: Inquiry, isMeant: (exclusion: Exclusion) => boolean): ReturnType<Asker> {
  const exclusion = inquiry.excluded.find((one) => one.reason !== 'qualified' && isMeant(one))
  if (exclusion === undefined) return null
  const { from, to, reason, question, options } = exclusion
  const proposals = options.map(
    (candidate): Proposal => ({ candidate, rewrite: replaced(inquiry, from, to, candidate) }),
  )
  const kept = readable(inquiry, proposals)
  return {
    ...extractOf(inquiry, from, to),
    reason,
    question,
    wants: 'sentence',
    candidates: kept.map(({ candidate }) => candidate),
    rewrites: kept.map(({ rewrite }) => rewrite),
  }
}
