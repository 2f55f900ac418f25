import { absent, type Refusal, storeConflict, unavailable } from '@outturn/contracts'
import { environments } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { type GatewayInstance, hostedInstances } from '../deps.ts'
import { findAnywhere } from './find-anywhere.ts'

type Answers = Partial<Record<'production' | 'demo', string | Refusal>>

/** Looks in both environments, of which those without an answer have not started. */
function find(answers: Answers): Promise<string | null> {
  const started = Object.keys(answers).map((environment) => [environment, { environment }])
  const instances = hostedInstances(environments, Object.fromEntries(started))
  const ask = async ({ environment }: GatewayInstance) => {
    const answer = answers[environment] ?? none
    if (typeof answer !== 'string') throw answer
    return answer
  }
  return findAnywhere({ instances }, ask, 'not_found')
}

const none = absent('There is none.')
const down = unavailable('signing does not answer')

test('what one environment has is found whether the other one answers or not', async () => {
  expect(await find({ production: 'it', demo: none })).toBe('it')
  expect(await find({ production: none, demo: 'it' })).toBe('it')
  expect(await find({ production: down, demo: 'it' })).toBe('it')
  expect(await find({ demo: 'it' })).toBe('it')
})

test('it is absent when each environment said so, and not while one of them cannot be asked', async () => {
  expect(await find({ production: none, demo: none })).toBeNull()
  for (const answers of [
    { production: none, demo: down },
    { production: down, demo: none },
  ]) {
    await expect(find(answers)).rejects.toBe(down)
  }
  await expect(find({ production: none })).rejects.toMatchObject({ status: 503 })
})

test('a refusal that says something else ends the search', async () => {
  const refusal = storeConflict('it was changed meanwhile')
  await expect(find({ production: refusal, demo: 'it' })).rejects.toBe(refusal)
})
