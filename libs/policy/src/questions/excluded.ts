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
  const kept = readable(inquiry, options.length === 0 ? oneAfterAnother(inquiry) : proposals)
  return {
    ...extractOf(inquiry, from, to),
    reason,
    question,
    wants: 'sentence',
    candidates: kept.map(({ candidate }) => candidate),
    rewrites: kept.map(({ rewrite }) => rewrite),
  }
}

/** `3 letters and 4 digits`: what no text is at once may be meant one after another. */
function oneAfterAnother(inquiry: Inquiry): readonly Proposal[] {
  const joints = inquiry.tokens.flatMap(({ kind, folded }, at) =>
    kind === 'word' && folded === 'and' && inquiry.isName[at] !== true ? [at] : [],
  )
  return joints.map((at) => {
    const rewrite = replaced(inquiry, at, at + 1, 'followed by')
    return { candidate: rewrite, rewrite }
  })
}
