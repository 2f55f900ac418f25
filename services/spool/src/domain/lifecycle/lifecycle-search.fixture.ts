import { type ActionName, actionNames } from '@outturn/vocabulary'
import type { NextStep, Principal } from '@outturn/contracts'
import { nextStepOf } from '../views/next-step.ts'
import { flagsOf } from './flags.ts'
import { callers, keyOf, type ModelState, nowOf, withCounterparty } from './lifecycle-model.fixture.ts'
import { expectedActions } from './lifecycle-oracle.fixture.ts'
import type { SpoolState } from '../model/spool.ts'
import { actionContextOf, allowedActionsOf, findDenial } from './transitions.ts'
import { type Viewer, viewerOf } from '../model/viewer.ts'

/** Takes a listed action with every right body. */
type Take<State> = (action: ActionName, state: State, principal: Principal) => State[]

/** Every action by every caller in one state: what is listed succeeds, what is not is refused with a reason. */
export function tryEverything<State extends ModelState>(state: State, take: Take<State>): State[] {
  const { spool } = state
  const offers: Offer[] = []
  const reached = callers.flatMap(({ name, principal }) => {
    const viewer = viewerOf(spool, principal)
    const moment = actionContextOf(spool, viewer, nowOf(state))
    const listed = viewer.party === null ? [] : allowedActionsOf(moment)
    offers.push({ viewer, isPerson: principal.kind === 'sandbox', listed })
    const offered = listed.join()
    const expected = expectedActions(state, principal).join()
    demand(offered === expected, state, `${name} is offered ${offered}, not ${expected}`)
    return actionNames.flatMap((action) => {
      if (listed.includes(action)) return take(action, state, principal)
      const reason = findDenial(action, moment)?.options.reason
      demand(reason !== undefined, state, `${name} is refused ${action} without a reason`)
      return []
    })
  })
  demandActorWhoCan(state, offers)
  demandTwo(state, offers)
  return reached
}

/** Like `expect`, which is too slow for millions of demands. */
export function demand(holds: boolean, state: ModelState, otherwise: string): void {
  if (!holds) throw new Error(`${otherwise}, in ${keyOf(state)}`)
}

/** The open disputes that hold what is not settled yet. */
export function holdingDisputes({ status, disputes }: SpoolState): string[] {
  if (status.settlement === 'settled' || status.settlement === 'voided') return []
  return disputes.filter((each) => each.status === 'open' && each.holdsSettlement).map(({ id }) => id)
}

/** What no step may undo: an end, a final verdict, an accepted agreement. */
function demandNoWayBack(before: ModelState, after: ModelState): void {
  const [from, to] = [before.spool.state, after.spool.state]
  const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)
  const ended = (state: SpoolState) => ({ ...state.status, settlement: null })
  const isKept = holdingDisputes(from).some((id) => holdingDisputes(to).includes(id))
  if (isKept && from.status.outcome === 'active') {
    demand(to.status.outcome !== 'completed', after, 'a Spool is completed that a dispute holds')
  }
  if (from.status.outcome !== 'active') demand(isSame(ended(from), ended(to)), after, 'an end is undone')
  if (flagsOf(before.spool, nowOf(before)).terminal) {
    demand(flagsOf(after.spool, nowOf(after)).terminal, after, 'a final verdict is open again')
    demand(isSame(from.lastRun, to.lastRun), after, 'a run follows a final verdict')
  }
  if (from.status.agreement !== 'accepted') return
  const [agreed, kept] = [before.spool.agreement, after.spool.agreement]
  demand(agreed.agreementHash === kept.agreementHash, after, 'an accepted agreement changes')
  demand(isSame(from.acceptance, to.acceptance), after, 'an acceptance changes')
  demand(isSame(from.quote, to.quote), after, 'an accepted quote changes')
}

/** What is to be done next, as actions of which one must be open to a key of the party that is named. */
function askedActions(
  { type }: NextStep,
  { status, openRun, cancelConsents }: SpoolState,
): readonly ActionName[] | null {
  switch (type) {
    case 'submit_evidence':
      return ['evidence']
    case 'rerun_allowed':
      return openRun === null ? ['verify'] : null
    case 'await_confirmation':
      if (status.settlement === 'committed' && cancelConsents.length > 0) return ['cancel']
      return status.agreement === 'proposed' ? ['accept', 'quote'] : ['verify', 'evidence']
    case 'settle':
    case 'sign_settlement':
    case 'terminal':
    case 'new_spool':
      return null
    default:
      return type satisfies never
  }
}

/** What each caller that is a party is offered. */
type Offer = { viewer: Viewer; isPerson: boolean; listed: readonly ActionName[] }

/** The party that is to act next has a key, or gets one by the invitation to its place, that is offered what is asked for. */
function demandActorWhoCan(state: ModelState, offers: readonly Offer[]): void {
  const { spool } = state
  const now = nowOf(state)
  const step = nextStepOf(spool, flagsOf(spool, now), now)
  const asked = askedActions(step, spool.state)
  if (asked === null) return
  // The initiator of a unilateral Spool submits what its provider delivered: the provider has no key here.
  const actsForBoth = spool.agreement.mode === 'unilateral' && step.type === 'submit_evidence'
  const isAsked = ({ viewer: { sides }, listed }: Omit<Offer, 'isPerson'>) =>
    (step.actor === 'verifier' || actsForBoth || sides.some((side) => side === step.actor)) &&
    asked.some((action) => listed.includes(action))
  if (offers.some((offer) => !offer.isPerson && isAsked(offer))) return
  const taken = withCounterparty(state)
  const canAct =
    taken !== null &&
    callers.some(({ principal }) => {
      const viewer = viewerOf(taken, principal)
      if (viewer.party === null || viewer.isCreator) return false
      return isAsked({ viewer, listed: allowedActionsOf(actionContextOf(taken, viewer, now)) })
    })
  demand(canAct, state, `no key of the ${step.actor} can ${asked.join(' or ')}: ${step.reason}`)
}

/** In a Spool of one party, what takes two is refused as that to both parties. */
function demandTwo(state: ModelState, offers: readonly Offer[]): void {
  const { spool } = state
  if (spool.agreement.mode === 'bilateral') return
  for (const { viewer } of offers) {
    if (viewer.scope !== 'full') continue
    for (const action of ['accept', 'decline', 'cancel', 'commit', 'onboard-provider'] as const) {
      const code = findDenial(action, actionContextOf(spool, viewer, nowOf(state)))?.code
      demand(code === 'not_allowed_in_unilateral_mode', state, `${action} is refused with ${code}`)
    }
  }
}

/** Whether every kind of Spool is searched (`OUTTURN_SEARCH=whole`), or as few of them as reach each rule. */
export const isWholeSearch = process.env['OUTTURN_SEARCH'] === 'whole'

/** How the states of one Spool are searched. */
export type Search<State extends ModelState> = {
  readonly first: State
  /** Where every way leads from a state, as anybody finds it then. */
  reach(state: State): State[]
  keyOf(state: State): string
  /** Throws for what is wrong with a state. */
  demandSound(state: State): void
  isEnd(state: State): boolean
}

/** Visits every state that can be reached, and throws for what is wrong in one, or where no way leads to an end. The number of states. */
export function explore<State extends ModelState>(search: Search<State>): number {
  const { stackTraceLimit } = Error
  // A search makes millions of refusals, and writing down their stacks takes three quarters of its time.
  Error.stackTraceLimit = 0
  try {
    return visitAll(search)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function visitAll<State extends ModelState>(search: Search<State>): number {
  // States are numbered as they are first reached: their keys are long.
  const numbers = new Map<string, number>()
  const arrivals: number[][] = []
  const ends: number[] = []
  const waiting: { number: number; state: State }[] = []
  const numberOf = (state: State): number => {
    const key = search.keyOf(state)
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(key, number)
    arrivals.push([])
    waiting.push({ number, state })
    return number
  }
  numberOf(search.first)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { number, state } = next
    search.demandSound(state)
    if (search.isEnd(state)) ends.push(number)
    for (const reached of search.reach(state)) {
      demandNoWayBack(state, reached)
      arrivals[numberOf(reached)]?.push(number)
    }
  }
  const ending = endable(ends, arrivals)
  for (const [key, number] of numbers) {
    if (!ending.has(number)) throw new Error(`no way leads to an end from ${key}`)
  }
  return numbers.size
}

/** The states from which some way leads to an end. */
function endable(ends: readonly number[], arrivals: readonly (readonly number[])[]): Set<number> {
  const reached = new Set(ends)
  const waiting = [...ends]
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    for (const from of arrivals[number] ?? []) {
      if (reached.has(from)) continue
      reached.add(from)
      waiting.push(from)
    }
  }
  return reached
}
