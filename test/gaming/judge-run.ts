import type { AttestationBody, OneCallResponse, VerifiedSpool } from '@outturn/contracts'
import { confirmationOf, deliveredUnits, nameOfDelivery } from './delivered-truth.ts'
import { type Game, totalUnits, unitCents } from './game.ts'

type RunAnswer = Pick<OneCallResponse, 'receipt' | 'attestation'> & Pick<VerifiedSpool, 'unchanged'>

/** Judges a run by what was really delivered and said; throws where a verdict can be gamed. */
export function judgeRun(game: Game, { receipt, attestation, unchanged }: RunAnswer): void {
  const { tables, words, speakers, issued, isChanged } = game
  const delivery = nameOfDelivery(tables)
  const confirmation = confirmationOf(words, speakers, delivery)
  if (receipt === null) {
    if (confirmation !== 'missing') throw new Error('a run waits for a word that was given')
    return
  }
  game.isChanged = false
  game.isAnswered = false
  const earnedCents = Math.round(Number(receipt.amounts.earned) * 100)
  if (confirmation === 'missing' && (earnedCents > 0 || receipt.result === 'pass')) {
    throw new Error(`${earnedCents} cents were earned without a word on ${delivery}`)
  }
  const { atMost, isExact } = deliveredUnits(tables, totalUnits)
  if (earnedCents > atMost * unitCents) {
    throw new Error(`${earnedCents} cents were earned by ${atMost} delivered units`)
  }
  if (confirmation === 'passed') {
    if (isExact && earnedCents !== atMost * unitCents) {
      throw new Error(`${earnedCents} cents were earned, but ${atMost} units delivered`)
    }
  } else if (receipt.result === 'pass') throw new Error('a run passed that a party has not confirmed')
  const before = issued.at(-1)?.receipt.id
  if (unchanged === true) {
    if (receipt.id !== before) throw new Error(`receipt ${receipt.id} is told again in place of ${before}`)
    return
  }
  if (!isChanged) throw new Error('a run with nothing new was made and charged again')
  if (receipt.supersedes !== before) {
    throw new Error(`receipt ${issued.length + 1} supersedes ${receipt.supersedes}, not ${before}`)
  }
  issued.push({ receipt, attestation: attestation as AttestationBody, earnedCents })
}
