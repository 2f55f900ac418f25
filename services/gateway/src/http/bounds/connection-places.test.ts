import { once } from 'node:events'
import { Server } from 'node:http'
import { Socket } from 'node:net'

import { expect, test } from 'vitest'
import { limitConnections } from './connection-places.ts'
import type { Bound } from './refused-work.ts'

test('of a flood of refused connections fifty are told so at once, and the others are closed', async () => {
  const server = new Server()
  const refused: Bound[] = []
  const limits = { most: 1, mostOfAddress: 0, trustedProxies: { hops: 0 }, publicUrl: 'http://localhost' }
  limitConnections(server, limits, (bound) => refused.push(bound))
  const come = (many: number) =>
    Array.from({ length: many }, () => {
      const socket = new Socket()
      let isTold = false
      socket.end = () => {
        isTold = true
        return socket
      }
      server.emit('connection', socket)
      return { socket, isTold: () => isTold }
    })
  const [served, ...flood] = come(501)
  const told = flood.filter(({ isTold }) => isTold())
  expect(served?.isTold()).toBe(false)
  expect(told).toHaveLength(50)
  expect(flood.filter(({ socket }) => socket.destroyed)).toHaveLength(450)
  expect(refused).toHaveLength(500)
  const closed = told.map(({ socket }) => once(socket.destroy(), 'close'))
  await Promise.all(closed)
  expect(come(1).map(({ isTold }) => isTold())).toEqual([true])
})

test('what fails with a connection has no stack, and everything else has its own again', async () => {
  const server = new Server()
  const limits = { most: 10, mostOfAddress: 0, trustedProxies: { hops: 0 }, publicUrl: 'http://localhost' }
  const stacks: (string | undefined)[] = []
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    socket.once('close', () => void stacks.push(new Error('lost').stack))
  })
  limitConnections(server, limits, () => {})
  const before = Error.stackTraceLimit
  const sockets = [new Socket(), new Socket()]
  for (const socket of sockets) server.emit('connection', socket)
  await Promise.all(sockets.map((socket) => once(socket.destroy(), 'close')))
  expect(stacks).toEqual(['Error: lost', 'Error: lost'])
  expect([before, Error.stackTraceLimit]).toEqual([before, before])
  expect(before).toBeGreaterThan(0)
})
