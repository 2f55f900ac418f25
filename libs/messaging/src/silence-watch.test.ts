import { expect, test } from 'vitest'
import { createSilenceWatch } from './silence-watch.ts'

function watched() {
  const state = { received: 0, pings: 0, falls: 0, isConnected: true, isAwaited: true }
  let turn: (() => void) | null = null
  const watch = createSilenceWatch({
    received: () => state.received,
    ping: () => (state.pings += 1),
    isConnected: () => state.isConnected,
    isAwaited: () => state.isAwaited,
    fellSilent: () => (state.falls += 1),
    everyMs: (_, look) => {
      turn = look
      return () => (turn = null)
    },
  })
  const look = (times: number) => {
    for (let count = 0; count < times; count += 1) turn?.()
  }
  watch.begin()
  return { state, watch, look, isLooking: () => turn !== null }
}

test('a server that answers nothing is silent after five turns, is told of once, and is pinged once', () => {
  const { state, watch, look } = watched()
  look(5)
  expect(watch.isSilent()).toBe(false)
  look(1)
  expect(watch.isSilent()).toBe(true)
  look(50)
  expect([state.falls, state.pings]).toEqual([1, 1])
})

test('whatever it sends is a sign of life, and ends the silence', () => {
  const { state, watch, look } = watched()
  look(5)
  state.received += 1
  look(6)
  expect(watch.isSilent()).toBe(false)
  look(1)
  expect(watch.isSilent()).toBe(true)
  state.received += 1
  look(1)
  expect(watch.isSilent()).toBe(false)
})

test('it looks only while something is awaited, and until a silent server answers again', () => {
  const { state, look, isLooking } = watched()
  look(6)
  state.isAwaited = false
  look(9)
  expect(isLooking()).toBe(true)
  state.received += 1
  look(1)
  expect(isLooking()).toBe(false)
})

test('a connection that is lost is not silent', () => {
  const { state, watch, look } = watched()
  look(6)
  state.isConnected = false
  look(1)
  expect(watch.isSilent()).toBe(false)
  look(50)
  expect(state.falls).toBe(1)
})
