import { expect, test } from 'vitest'
import { readBookTotals } from '../store/book-totals.ts'
import { cardRig } from '../testing/card-rig.ts'
import { grantRig } from '../testing/grant-rig.ts'
import { cardLane } from '../testing/random/card-lane.ts'
import { chainWorld } from '../testing/random/chain-world.ts'
import { directLane } from '../testing/random/direct-lane.ts'
import { grantLane } from '../testing/random/grant-lane.ts'
import { numbersOf } from '../testing/random/numbers.ts'
import { randomOperators } from '../testing/random/random-operators.ts'
import type { RandomLane, RandomSettlement } from '../testing/random/random-settlement.ts'
import { reckon } from '../testing/random/reckoning.ts'

// Random settlements by every lane while what they meet fails: then what arrived is counted on the chain and at the processor, and
// compared with what was earned. `npm run settlements -- --count 200 --seed 1` makes more of them.

const count = Number(process.env['OUTTURN_SETTLEMENTS'] ?? '6')
const seed = Number(process.env['OUTTURN_SETTLEMENTS_SEED'] ?? '1')
const atOnce = 6
const mostTurns = 60
const daySeconds = 86_400

const rig = await grantRig()
const numbers = numbersOf(seed)
const world = await chainWorld(rig, numbers, numbersOf(seed + 1))
const cards = await cardRig(rig)
// By the clock of each lane: what is to be done after an operator acted is due by the clock that the operator has.
const operators = randomOperators(world.steady)
const cardOperators = randomOperators(cards.steady)
const lanes: Readonly<Record<string, RandomLane>> = {
  'by signatures': directLane(world, operators),
  'under a grant': grantLane(world, operators),
  'by card': cardLane(cards, cardOperators, numbers, numbersOf(seed + 2)),
}
const closedByOperators = () => new Set([...operators.closed, ...cardOperators.closed])
const laneNames = Object.keys(lanes)
const tally = new Map<string, number>()

type Drawn = { readonly lane: string; readonly settlement: RandomSettlement }
const laneOf = ({ lane }: Drawn) => lanes[lane] as RandomLane

async function begin(number: number): Promise<Drawn> {
  const lane = laneNames[number % laneNames.length] as string
  return { lane, settlement: await (lanes[lane] as RandomLane).begin(`random ${seed} ${number}`) }
}

/** The verdict comes before all that befalls a settlement, or after the first of it. */
async function befall(drawn: Drawn): Promise<void> {
  const { lane, settlement } = drawn
  const decidedAfter = numbers.isOneOf(3) ? 1 : 0
  const times = 1 + numbers.below(3)
  for (let time = 0; time < times; time += 1) {
    if (time === decidedAfter) await settlement.decide()
    const name = numbers.pick(Object.keys(settlement.mishaps))
    const line = `${lane}: ${name}`
    tally.set(line, (tally.get(line) ?? 0) + 1)
    await settlement.mishaps[name]?.()
    if (numbers.isOneOf(2)) await laneOf(drawn).sweep()
  }
  await settlement.decide()
}

/** Takes settlements on without faults until each has ended. */
async function untilEnded(some: readonly Drawn[]): Promise<void> {
  let open = [...some]
  for (let turn = 0; turn < mostTurns && open.length > 0; turn += 1) {
    for (const lane of new Set(open.map(laneOf))) await lane.sweep()
    await world.settleBlocks()
    // What was sent in vain waits for up to a day before it is sent again.
    if (turn % 15 === 14) await world.pass(daySeconds)
    const ended = await Promise.all(open.map(({ settlement }) => settlement.hasEnded()))
    open = open.filter((_, index) => ended[index] === false)
    for (const { settlement } of open) await settlement.attend()
  }
}

async function findProblems(drawn: readonly Drawn[]): Promise<string[]> {
  const problems: string[] = []
  const found: Parameters<typeof reckon>[1][number][] = []
  for (const [name, lane] of Object.entries(lanes)) {
    const own = drawn.filter((each) => each.lane === name).map(({ settlement }) => settlement)
    const { each, strays } = await lane.paid(own)
    problems.push(...strays)
    for (const [index, settlement] of own.entries()) {
      const isClosed = closedByOperators().has(settlement.settlementId)
      const arrived = each[index]
      if (arrived !== undefined) found.push({ settlement, arrived, isClosed })
    }
  }
  return [...problems, ...(await reckon(world.steady, found))]
}

async function report(drawn: readonly Drawn[], problems: readonly string[]): Promise<void> {
  const { paidMicros, externalMicros, owedMicros, imbalanceMicros } = await readBookTotals(world.steady.pool)
  const lines = [
    `${drawn.length} settlements from seed ${seed}, ${closedByOperators().size} of them closed by operators`,
    ...laneNames.map((name) => `  ${name}: ${drawn.filter(({ lane }) => lane === name).length} settlements`),
    ...[...tally].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, times]) => `  ${name}: ${times}`),
    `paid ${paidMicros} micros, settled elsewhere ${externalMicros}, owed ${owedMicros}, imbalance ${imbalanceMicros}`,
    ...problems.map((problem) => `WRONG ${problem}`),
    `${drawn.length} settlements, ${problems.length} wrong`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

test('random settlements while what they meet fails pay each seller once what was earned, and the books have it', async () => {
  const drawn: Drawn[] = []
  for (let done = 0; done < count; done += atOnce) {
    const some: Drawn[] = []
    for (let number = done; number < Math.min(done + atOnce, count); number += 1)
      some.push(await begin(number))
    for (const each of some) await befall(each)
    await untilEnded(some)
    drawn.push(...some)
  }
  for (const lane of Object.values(lanes)) {
    for (let turn = 0; turn < 4; turn += 1) {
      await lane.sweep()
      await world.settleBlocks()
    }
  }
  const problems = await findProblems(drawn)
  if (count > atOnce) await report(drawn, problems)
  expect(problems).toEqual([])
}, 3_600_000)
