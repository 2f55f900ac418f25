import { type Asker, wholeOf } from '../inquiry.ts'

/** Whole sentences that take back or soften what stands before them. */
const retractions =
  /^(?:(?:this|that|it|these|those|all of (?:this|that)) )?(?:would be |is |are |was |'s |s )?(?:just |only |all |merely )?(?:an? )?(?:nice|good|great|cool|lovely|ideal|welcome|helpful|optional|negotiable|flexible|bonus|wish|plus|preference|suggestion|goal|target|guideline|not (?:a must|strict|critical|required|essential|important))(?: to have)?(?: though| too)?$|^(?:on a )?best efforts?(?: basis)?$|^(?:where|when|if|as|whenever|wherever) (?:it )?(?:relevant|applicable|appropriate|possible|feasible|needed|necessary|available|practical|reasonable|makes sense|you can|you like|you want)$|^to (?:your|the) best(?: of)?(?: your)? (?:knowledge|ability|effort|efforts)$|^we can (?:talk|discuss|negotiate|see|agree)\b.*$|^(?:up to you|your call|your choice|at your discretion|no pressure|no big deal|no worries|just a thought|just an idea|just saying|within reason|give or take|more or less|or so|roughly|approximately|maybe|perhaps|mostly|usually|if at all)$/i

/** Asks what a sentence is about that takes back or softens the one before it: `Nice to have.` */
export const askRetraction: Asker = (inquiry) => {
  const whole = wholeOf(inquiry)
  const words = whole.text.replace(/^[\s([]+|[\s)\].!]+$/g, '')
  const bracketed = /^\(([^()]{1,60})\)/.exec(whole.text)?.[1] ?? ''
  if (!retractions.test(words) && !retractions.test(bracketed.trim())) return null
  return {
    ...whole,
    reason: 'qualified',
    question: `${JSON.stringify(words)} softens or takes back what stands before it. What is required, and what is only wished for?`,
    wants: 'sentence',
    candidates: [],
    rewrites: [],
  }
}
