import { expect, test } from 'vitest'
import { packetOf, readPacket } from './packet.ts'

const sizes = (bytes: Uint8Array) => readPacket(bytes).parts.map(({ body }) => body.length)

test('parts come out as they went in, one like many', () => {
  const parts = [
    { number: 3, headers: { a: 'é\n"' }, body: '{"text":"é\n"}' },
    { number: 0, headers: {}, body: new Uint8Array([10, 0, 255]) },
    { number: 7, headers: {}, body: '' },
  ]
  for (const some of [parts, parts.slice(0, 1), []]) {
    const { sender, parts: read } = readPacket(packetOf('me', some))
    expect(sender).toBe('me')
    expect(read.map(({ number, headers }) => ({ number, headers }))).toEqual(
      some.map(({ number, headers }) => ({ number, headers })),
    )
    expect(read.map(({ body }) => Buffer.from(body))).toEqual(some.map(({ body }) => Buffer.from(body)))
  }
})

test('a message that is cut short, too long or no packet is refused whole', () => {
  const whole = packetOf('me', [{ number: 0, headers: {}, body: 'text' }])
  expect(sizes(whole)).toEqual([4])
  expect(() => readPacket(whole.subarray(0, -1))).toThrow('names')
  expect(() => readPacket(Buffer.concat([whole, Buffer.from('x')]))).toThrow('names')
  for (const [text, message] of [
    ['', 'JSON'],
    ['{}', 'JSON'],
    ['{}\n', 'undefined'],
    ['null\n', 'null'],
    ['{"sender":"me","parts":[[0,{},-1]]}\n', 'names'],
  ]) {
    expect(() => readPacket(Buffer.from(text as string)), text).toThrow(message)
  }
})
